/*
 * The call handler and the validator: finds a function's Java method, keeps it, and runs one invocation after another.
 */
#include "synchro_java.h"

#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/event_trigger.h"
#include "commands/trigger.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "utils/lsyscache.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/syscache.h"

PG_MODULE_MAGIC_EXT(.name = "synchro_java", .version = "0.3.1");

PG_FUNCTION_INFO_V1(synchro_java_call);
PG_FUNCTION_INFO_V1(synchro_java_validate);

Invocation *current_invocation = NULL;

typedef struct CacheEntry
{
	Oid			oid;
	JavaFunction *function;
} CacheEntry;

/* What a call site remembers between calls. */
typedef struct CallSite
{
	JavaFunction *function;
	uint64		generation;
} CallSite;

static HTAB *cache;
static uint64 catalogue_generation = 1;
static int64 last_serial = 0;

#define CACHE_SWEEP_SIZE 256

void		_PG_init(void);

static void
catalogue_changed(Datum argument, int cache_id, uint32 hash)
{
	(void) argument;
	(void) cache_id;
	(void) hash;
	catalogue_generation++;
}

void
_PG_init(void)
{
	HASHCTL		control;

	memset(&control, 0, sizeof(control));
	control.keysize = sizeof(Oid);
	control.entrysize = sizeof(CacheEntry);
	cache = hash_create("synchro_java functions", 64, &control, HASH_ELEM | HASH_BLOBS);
	CacheRegisterSyscacheCallback(PROCOID, catalogue_changed, (Datum) 0);
	vm_define_settings();
}

/* ---- reading a function's definition ---- */

static char *
default_codes(const Oid *types, int count)
{
	char	   *codes = palloc(count + 1);

	for (int i = 0; i < count; i++)
	{
		char		code = types_default_code(types[i]);

		codes[i] = code == 0 ? '?' : code;
	}
	codes[count] = '\0';
	return codes;
}

static jobject
resolve(JNIEnv *env, const char *source, const char *arguments, char result, bool returns_set)
{
	char		result_text[2] = {result == 0 ? '?' : result, '\0'};
	jstring		java_source = text_to_java(env, source, strlen(source));
	jstring		java_arguments;
	jstring		java_result;
	jobject		target;

	types_check_pending(env);
	java_arguments = text_to_java(env, arguments, strlen(arguments));
	types_check_pending(env);
	java_result = text_to_java(env, result_text, 1);
	types_check_pending(env);
	target = (*env)->CallStaticObjectMethod(env, host.host, host.resolve, java_source, java_arguments, java_result,
											returns_set ? JNI_TRUE : JNI_FALSE);
	types_check_pending(env);
	return target;
}

static void
refuse_shape(Form_pg_proc form)
{
	if (form->prorettype == TRIGGEROID || form->prorettype == EVENT_TRIGGEROID)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("this Java handler has no trigger functions")));
	if (form->prorettype == RECORDOID || get_typtype(form->prorettype) == TYPTYPE_COMPOSITE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("this Java handler has no composite results; return json instead")));
}

static void
fill_slots(JNIEnv *env, JavaFunction *function, Form_pg_proc form, jobject target)
{
	jstring		java_codes = (*env)->GetObjectField(env, target, host.target_codes);
	char	   *codes = text_from_java(env, java_codes, 0, NULL);
	int			count = function->argument_count;

	if ((int) strlen(codes) != count + 1)
		elog(ERROR, "expected %d type codes, found %d", count + 1, (int) strlen(codes));
	function->arguments = MemoryContextAllocZero(function->context, sizeof(Slot) * Max(count, 1));
	function->uses_objects = function->returns_set;
	for (int i = 0; i < count; i++)
	{
		types_fill_slot(&function->arguments[i], form->proargtypes.values[i], codes[i], function->context);
		function->uses_objects |= types_is_object(codes[i]);
	}
	function->result_code = codes[count];
	if (function->returns_set)
	{
		char		element = types_default_code(form->prorettype);

		if (element == 0 || element == 'V')
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("rows of type %s have no agreed Java form", format_type_be(form->prorettype))));
		/* An iterator hands out objects. */
		if (strchr("ZSIJFD", element) != NULL)
			element = (char) (element - 'A' + 'a');
		types_fill_slot(&function->result, form->prorettype, element, function->context);
	}
	else
		types_fill_slot(&function->result, form->prorettype, codes[count], function->context);
	function->uses_objects |= types_is_object(function->result.code);
}

static void
hold_method(JNIEnv *env, JavaFunction *function, jobject target)
{
	jobject		owner = (*env)->GetObjectField(env, target, host.target_owner);
	jobject		method = (*env)->GetObjectField(env, target, host.target_method);

	/* Runs the class's static initializer when it is the first use. */
	function->method = (*env)->FromReflectedMethod(env, method);
	types_check_pending(env);
	function->owner = (*env)->NewGlobalRef(env, owner);
	if (function->owner == NULL)
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("Java's heap is full")));
}

/* Resolves a function. With is_trial nothing of the class runs and nothing is kept. */
static JavaFunction *
compile(HeapTuple tuple, bool is_trial)
{
	JNIEnv	   *env = vm_environment;
	Form_pg_proc form = (Form_pg_proc) GETSTRUCT(tuple);
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "Java function", ALLOCSET_SMALL_SIZES);
	JavaFunction *function = MemoryContextAllocZero(context, sizeof(JavaFunction));
	Datum		source_datum = SysCacheGetAttrNotNull(PROCOID, tuple, Anum_pg_proc_prosrc);
	char	   *source = TextDatumGetCString(source_datum);
	jobject		target;

	refuse_shape(form);
	function->oid = form->oid;
	function->xmin = HeapTupleHeaderGetRawXmin(tuple->t_data);
	function->tid = tuple->t_self;
	function->context = context;
	function->name = MemoryContextStrdup(context, NameStr(form->proname));
	function->returns_set = form->proretset;
	function->is_read_only = form->provolatile != PROVOLATILE_VOLATILE;
	function->argument_count = form->pronargs;

	if ((*env)->PushLocalFrame(env, 32) != 0)
		types_check_pending(env);
	PG_TRY();
	{
		target = resolve(env, source, default_codes(form->proargtypes.values, form->pronargs),
						 types_default_code(form->prorettype), form->proretset);
		fill_slots(env, function, form, target);
		if (!is_trial)
			hold_method(env, function, target);
	}
	PG_FINALLY();
	{
		(*env)->PopLocalFrame(env, NULL);
	}
	PG_END_TRY();
	pfree(source);
	return function;
}

/* ---- the cache ---- */

static void
discard(JavaFunction *function)
{
	if (function->uses > 0)
	{
		/* A running call still needs it; it goes when that call ends. */
		function->is_cached = false;
		return;
	}
	if (function->owner != NULL)
		(*vm_environment)->DeleteGlobalRef(vm_environment, function->owner);
	MemoryContextDelete(function->context);
}

/* Forgets functions that no longer exist: a session that creates and drops many must not grow. */
static void
sweep(void)
{
	HASH_SEQ_STATUS scan;
	CacheEntry *entry;

	hash_seq_init(&scan, cache);
	while ((entry = hash_seq_search(&scan)) != NULL)
	{
		if (!SearchSysCacheExists1(PROCOID, ObjectIdGetDatum(entry->oid)))
		{
			JavaFunction *function = entry->function;

			hash_search(cache, &entry->oid, HASH_REMOVE, NULL);
			discard(function);
		}
	}
}

static JavaFunction *
look_up(Oid oid)
{
	CacheEntry *entry = hash_search(cache, &oid, HASH_FIND, NULL);
	uint64		generation = catalogue_generation;
	JavaFunction *function;
	HeapTuple	tuple;
	bool		found;

	if (entry != NULL && entry->function->generation == generation)
		return entry->function;
	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(oid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", oid);
	if (entry != NULL && entry->function->xmin == HeapTupleHeaderGetRawXmin(tuple->t_data)
		&& ItemPointerEquals(&entry->function->tid, &tuple->t_self))
	{
		entry->function->generation = generation;
		ReleaseSysCache(tuple);
		return entry->function;
	}
	function = compile(tuple, false);
	ReleaseSysCache(tuple);
	MemoryContextSetParent(function->context, CacheMemoryContext);
	function->generation = generation;
	function->is_cached = true;
	/* A static initializer may have called back and filled the entry meanwhile. */
	entry = hash_search(cache, &oid, HASH_ENTER, &found);
	if (found)
		discard(entry->function);
	entry->function = function;
	if (hash_get_num_entries(cache) > CACHE_SWEEP_SIZE)
		sweep();
	return function;
}

static JavaFunction *
function_of(FmgrInfo *info)
{
	CallSite   *site = info->fn_extra;

	/*
	 * Entries are replaced only after the generation moved on, so a remembered pointer of this generation is good.
	 */
	if (likely(site != NULL && site->generation == catalogue_generation))
		return site->function;
	if (site == NULL)
	{
		site = MemoryContextAllocZero(info->fn_mcxt, sizeof(CallSite));
		info->fn_extra = site;
	}
	site->generation = 0;
	site->function = look_up(info->fn_oid);
	site->generation = site->function->generation;
	return site->function;
}

/* ---- one invocation ---- */

static void
add_context_line(void *argument)
{
	Invocation *invocation = argument;

	if (invocation->function != NULL)
		errcontext("Java function %s", invocation->function->name);
}

/* Java has returned: nothing may be raised while it still runs. */
static void
check_after_call(JNIEnv *env, Invocation *invocation)
{
	if (unlikely((*env)->ExceptionCheck(env)))
		error_from_exception(env, invocation);
	CHECK_FOR_INTERRUPTS();
	if (unlikely(invocation->first_error != NULL))
		error_raise_again(invocation->first_error);
}

/* Closes the statements that the call left open; an exception may be pending afterwards. */
static void
finish_statements(JNIEnv *env, Invocation *invocation)
{
	if (!invocation->has_statements)
		return;
	invocation->has_statements = false;
	(*env)->CallStaticVoidMethod(env, host.host, host.finish, (jlong) invocation->serial);
}

static void
end_database_work(JNIEnv *env, Invocation *invocation, MemoryContext caller)
{
	finish_statements(env, invocation);
	check_after_call(env, invocation);
	if (!invocation->is_connected)
		return;
	spi_end_savepoints(invocation, setting_release_lingering_savepoints);
	spi_close_cursors(invocation);
	invocation->is_connected = false;
	SPI_finish();
	MemoryContextSwitchTo(caller);
}

static jvalue
call_method(JNIEnv *env, JavaFunction *function, const jvalue *arguments)
{
	jvalue		result;

	result.j = 0;
	switch (function->result_code)
	{
		case 'V':
			(*env)->CallStaticVoidMethodA(env, function->owner, function->method, arguments);
			break;
		case 'Z':
			result.z = (*env)->CallStaticBooleanMethodA(env, function->owner, function->method, arguments);
			break;
		case 'S':
			result.s = (*env)->CallStaticShortMethodA(env, function->owner, function->method, arguments);
			break;
		case 'I':
			result.i = (*env)->CallStaticIntMethodA(env, function->owner, function->method, arguments);
			break;
		case 'J':
			result.j = (*env)->CallStaticLongMethodA(env, function->owner, function->method, arguments);
			break;
		case 'F':
			result.f = (*env)->CallStaticFloatMethodA(env, function->owner, function->method, arguments);
			break;
		case 'D':
			result.d = (*env)->CallStaticDoubleMethodA(env, function->owner, function->method, arguments);
			break;
		default:
			result.l = (*env)->CallStaticObjectMethodA(env, function->owner, function->method, arguments);
			break;
	}
	return result;
}

static jvalue
call_with_arguments(JNIEnv *env, JavaFunction *function, FunctionCallInfo fcinfo)
{
	jvalue		arguments[FUNC_MAX_ARGS];

	for (int i = 0; i < function->argument_count; i++)
		arguments[i] = types_to_java(env, &function->arguments[i], fcinfo->args[i].value, fcinfo->args[i].isnull);
	return call_method(env, function, arguments);
}

/* An iterator may hold anything; a wrong class in a native conversion would end the server. */
static void
check_element(JNIEnv *env, const Slot *slot, jobject element)
{
	jclass		expected;

	switch (slot->code)
	{
		case 'z':
			expected = host.boolean_object;
			break;
		case 's':
			expected = host.short_object;
			break;
		case 'i':
			expected = host.integer_object;
			break;
		case 'j':
			expected = host.long_object;
			break;
		case 'f':
			expected = host.float_object;
			break;
		case 'd':
			expected = host.double_object;
			break;
		case 'T':
			expected = host.string;
			break;
		case 'N':
			expected = (*env)->FindClass(env, "java/math/BigDecimal");
			types_check_pending(env);
			break;
		case 'B':
			expected = host.byte_array;
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					 errmsg("rows of type %s have no agreed Java form", format_type_be(slot->type))));
	}
	if (element == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("expected a value from the iterator of a set-returning function, found null")));
	if (!(*env)->IsInstanceOf(env, element, expected))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the iterator of a set-returning function gave an object that is no %s",
						format_type_be(slot->type))));
}

static bool
next_row(JNIEnv *env, Invocation *invocation, jobject iterator, jobject *element)
{
	jboolean	more = (*env)->CallBooleanMethod(env, iterator, host.has_next);

	check_after_call(env, invocation);
	if (!more)
		return false;
	*element = (*env)->CallObjectMethod(env, iterator, host.next);
	check_after_call(env, invocation);
	return true;
}

static void
store_rows(JNIEnv *env, Invocation *invocation, jobject iterator, FunctionCallInfo fcinfo, MemoryContext caller)
{
	JavaFunction *function = invocation->function;
	ReturnSetInfo *set = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext row_context = AllocSetContextCreate(invocation->context, "Java row", ALLOCSET_DEFAULT_SIZES);
	jobject		element;

	while (next_row(env, invocation, iterator, &element))
	{
		jvalue		value;
		Datum		datum;
		bool		is_null;

		check_element(env, &function->result, element);
		value.l = element;
		MemoryContextSwitchTo(row_context);
		datum = types_from_java(env, &function->result, value, &is_null);
		tuplestore_putvalues(set->setResult, set->setDesc, &datum, &is_null);
		MemoryContextSwitchTo(caller);
		MemoryContextReset(row_context);
		(*env)->DeleteLocalRef(env, element);
	}
}

static Datum
run(JNIEnv *env, Invocation *invocation, FunctionCallInfo fcinfo)
{
	MemoryContext caller = invocation->context;
	JavaFunction *function = function_of(fcinfo->flinfo);
	jvalue		value;
	Datum		result = (Datum) 0;

	invocation->function = function;
	invocation->is_read_only = function->is_read_only;
	function->uses++;
	if (function->uses_objects)
	{
		if ((*env)->PushLocalFrame(env, 16) != 0)
			types_check_pending(env);
		invocation->has_frame = true;
	}
	if (function->returns_set)
		InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	value = call_with_arguments(env, function, fcinfo);
	check_after_call(env, invocation);
	if (function->returns_set)
	{
		if (value.l != NULL)
			store_rows(env, invocation, value.l, fcinfo, caller);
		end_database_work(env, invocation, caller);
		fcinfo->isnull = true;
		return result;
	}
	end_database_work(env, invocation, caller);
	return types_from_java(env, &function->result, value, &fcinfo->isnull);
}

static void
leave(JNIEnv *env, Invocation *invocation)
{
	JavaFunction *function = invocation->function;

	if (invocation->has_frame)
		(*env)->PopLocalFrame(env, NULL);
	current_invocation = invocation->outer;
	if (invocation->scratch != NULL)
		MemoryContextDelete(invocation->scratch);
	if (function != NULL && --function->uses == 0 && !function->is_cached)
		discard(function);
}

/*
 * The error that ends an invocation must not leave a subtransaction of ours open: a PL/pgSQL block around the call
 * would roll back the wrong one.
 */
pg_noreturn static void
leave_with_error(JNIEnv *env, Invocation *invocation)
{
	ErrorData  *error = NULL;

	/* The error of the call itself outranks what closing its statements meets. */
	if ((*env)->ExceptionCheck(env))
		(*env)->ExceptionClear(env);
	finish_statements(env, invocation);
	if ((*env)->ExceptionCheck(env))
		(*env)->ExceptionClear(env);
	if (invocation->savepoint != NULL)
	{
		MemoryContextSwitchTo(invocation->context);
		error = CopyErrorData();
		FlushErrorState();
		spi_end_savepoints(invocation, false);
		MemoryContextSwitchTo(invocation->context);
	}
	leave(env, invocation);
	if (error != NULL)
		ReThrowError(error);
	PG_RE_THROW();
}

Datum
synchro_java_call(PG_FUNCTION_ARGS)
{
	Invocation	invocation;
	ErrorContextCallback context;
	Datum		result;
	JNIEnv	   *env;

	if (CALLED_AS_TRIGGER(fcinfo) || CALLED_AS_EVENT_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("this Java handler has no trigger functions")));
	check_stack_depth();
	VM_REQUIRE();
	env = vm_environment;

	memset(&invocation, 0, sizeof(invocation));
	invocation.outer = current_invocation;
	invocation.serial = ++last_serial;
	invocation.context = CurrentMemoryContext;
	invocation.owner = CurrentResourceOwner;
	current_invocation = &invocation;
	context.callback = add_context_line;
	context.arg = &invocation;
	context.previous = error_context_stack;
	error_context_stack = &context;

	PG_TRY();
	{
		result = run(env, &invocation, fcinfo);
	}
	PG_CATCH();
	{
		leave_with_error(env, &invocation);
	}
	PG_END_TRY();

	error_context_stack = context.previous;
	leave(env, &invocation);
	return result;
}

Datum
synchro_java_validate(PG_FUNCTION_ARGS)
{
	Oid			oid = PG_GETARG_OID(0);
	HeapTuple	tuple;
	JavaFunction *function;

	if (!CheckFunctionValidatorAccess(fcinfo->flinfo->fn_oid, oid) || !check_function_bodies)
		PG_RETURN_VOID();
	VM_REQUIRE();
	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(oid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", oid);
	function = compile(tuple, true);
	ReleaseSysCache(tuple);
	MemoryContextDelete(function->context);
	PG_RETURN_VOID();
}
