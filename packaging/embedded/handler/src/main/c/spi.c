/*
 * The native methods of the Java class Backend: statements, cursors and savepoints on the server programming interface.
 *
 * Each runs between native_enter and native_leave. What PostgreSQL throws in between is caught, remembered in the
 * invocation and handed to Java as an exception; afterwards only a rollback to a savepoint is served.
 */
#include "synchro_java.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/miscnodes.h"
#include "nodes/parsenodes.h"
#include "optimizer/optimizer.h"
#include "parser/parse_type.h"
#include "port/pg_bswap.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/plancache.h"
#include "utils/portal.h"
#include "utils/timestamp.h"

/* Rows asked of a portal at a time, and octets after which a batch is handed over: both bound memory. */
#define FETCH_CHUNK 64
#define BATCH_OCTETS (4 * 1024 * 1024)
/* A query that gave no more than this is run without a portal the next time. */
#define SMALL_ROWS 256
#define SMALL_OCTETS (1024 * 1024)

typedef struct Column
{
	Oid			type;
	char		code;
	bool		is_text_layout;
	FmgrInfo	output;
	Oid			element;
	int16		element_length;
	bool		element_by_value;
	char		element_alignment;
} Column;

typedef struct JavaPlan
{
	SPIPlanPtr	plan;
	MemoryContext context;
	MemoryContext column_context;
	int			parameter_count;
	Oid		   *parameter_types;
	bool		returns_rows;
	bool		modifies;
	bool		is_repeatable;	/* a query whose rows may be computed at any time, or twice */
	bool		was_small;
	int			version;		/* grows when the shape of the rows changes */
	TupleDesc	shape;
	Column	   *columns;
} JavaPlan;

/* ---- entering and leaving ---- */

typedef enum Admission
{
	WHEN_SOUND,					/* not after an error */
	ALWAYS						/* the way back from an error */
} Admission;

static bool
is_own_thread(JNIEnv *env)
{
	if (env == vm_environment)
		return true;
	error_throw_plain(env, "55000", "expected a call from the session's own thread, found another thread");
	return false;
}

static void
throw_blocked(JNIEnv *env, Invocation *invocation)
{
	ErrorData	blocked;

	if (invocation->is_cancelled)
	{
		error_throw_to_java(env, invocation->first_error);
		return;
	}
	memset(&blocked, 0, sizeof(blocked));
	blocked.sqlerrcode = ERRCODE_IN_FAILED_SQL_TRANSACTION;
	blocked.message = "an earlier error in this call must be undone by a rollback to a savepoint set before it";
	blocked.detail = invocation->first_error->message;
	error_throw_to_java(env, &blocked);
}

/* NULL with an exception pending when the call is refused. */
static Invocation *
native_enter(JNIEnv *env, Admission admission)
{
	Invocation *invocation;

	if (!is_own_thread(env))
		return NULL;
	invocation = current_invocation;
	if (invocation == NULL)
	{
		error_throw_plain(env, "55000", "expected a call from inside a function that SQL called");
		return NULL;
	}
	if (invocation->first_error != NULL && admission == WHEN_SOUND)
	{
		throw_blocked(env, invocation);
		return NULL;
	}
	invocation->owner = CurrentResourceOwner;
	return invocation;
}

static void
native_prepare(Invocation *invocation)
{
	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	if (invocation->scratch == NULL)
		invocation->scratch = AllocSetContextCreate(invocation->context, "Java native call", ALLOCSET_DEFAULT_SIZES);
	spi_connect_once(invocation);
	MemoryContextSwitchTo(invocation->scratch);
}

static void
native_leave(Invocation *invocation)
{
	MemoryContextSwitchTo(invocation->context);
	if (invocation->scratch != NULL)
		MemoryContextReset(invocation->scratch);
}

static bool
is_cancel(const ErrorData *error)
{
	return error->sqlerrcode == ERRCODE_QUERY_CANCELED
		|| strncmp(unpack_sql_state(error->sqlerrcode), "57P", 3) == 0;
}

static void
native_failed(JNIEnv *env, Invocation *invocation)
{
	ErrorData  *error;

	MemoryContextSwitchTo(invocation->context);
	error = CopyErrorData();
	FlushErrorState();
	CurrentResourceOwner = invocation->owner;
	if (invocation->first_error == NULL || (is_cancel(error) && !invocation->is_cancelled))
	{
		invocation->first_error = error;
		invocation->is_cancelled = is_cancel(error);
	}
	error_throw_to_java(env, error);
}

#define NATIVE_TRY(admission, refused) \
	Invocation *invocation = native_enter(env, admission); \
	(void) owner; \
	if (invocation == NULL) \
		return refused; \
	PG_TRY(); \
	{ \
		native_prepare(invocation);

#define NATIVE_END() \
	} \
	PG_CATCH(); \
	{ \
		native_failed(env, invocation); \
	} \
	PG_END_TRY(); \
	native_leave(invocation)

void
spi_connect_once(Invocation *invocation)
{
	if (invocation->is_connected)
		return;
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	invocation->is_connected = true;
}

static jlong JNICALL
backend_invocation(JNIEnv *env, jclass owner)
{
	(void) owner;
	if (!is_own_thread(env))
		return 0;
	if (current_invocation == NULL)
	{
		error_throw_plain(env, "55000", "expected a call from inside a function that SQL called");
		return 0;
	}
	current_invocation->has_statements = true;
	return current_invocation->serial;
}

static jint JNICALL
backend_cache_size(JNIEnv *env, jclass owner)
{
	(void) env;
	(void) owner;
	return setting_statement_cache_size;
}

/* ---- plans ---- */

static char
column_code(Oid base)
{
	Oid			element;

	switch (base)
	{
		case BOOLOID:
			return 'Z';
		case INT2OID:
			return 'S';
		case INT4OID:
			return 'I';
		case INT8OID:
			return 'J';
		case FLOAT4OID:
			return 'F';
		case FLOAT8OID:
			return 'D';
		case NUMERICOID:
			return 'N';
		case BYTEAOID:
			return 'B';
		case TIMESTAMPTZOID:
			return 'O';
		case TIMESTAMPOID:
			return 'o';
		case DATEOID:
			return 'd';
		case INT8ARRAYOID:
			return 'L';
		case BYTEAARRAYOID:
			return 'Y';
		case VOIDOID:
			return 'V';
		default:
			break;
	}
	element = get_element_type(base);
	if (OidIsValid(element))
		return types_default_code(base) == 'A' ? 'A' : 'X';
	return types_default_code(base) == 'T' ? 'T' : 'X';
}

static void
fill_column(JavaPlan *plan, Column *column, Form_pg_attribute attribute)
{
	Oid			base = getBaseType(attribute->atttypid);
	Oid			source = base;
	Oid			procedure;
	bool		is_varlena;

	column->type = attribute->atttypid;
	column->code = column_code(base);
	column->is_text_layout = base == TEXTOID || base == VARCHAROID || base == BPCHAROID || base == JSONOID;
	if (column->code == 'A')
	{
		source = get_element_type(base);
		column->element = source;
		get_typlenbyvalalign(source, &column->element_length, &column->element_by_value, &column->element_alignment);
	}
	if (column->code == 'A' || column->code == 'T' || column->code == 'N')
	{
		getTypeOutputInfo(source, &procedure, &is_varlena);
		fmgr_info_cxt(procedure, &column->output, plan->column_context);
	}
}

static void
fill_columns(JavaPlan *plan, TupleDesc shape)
{
	MemoryContext caller;

	MemoryContextReset(plan->column_context);
	caller = MemoryContextSwitchTo(plan->column_context);
	plan->shape = CreateTupleDescCopy(shape);
	plan->columns = palloc0(sizeof(Column) * Max(shape->natts, 1));
	for (int i = 0; i < shape->natts; i++)
		fill_column(plan, &plan->columns[i], TupleDescAttr(plan->shape, i));
	MemoryContextSwitchTo(caller);
	plan->version++;
}

static bool
modifies_data(CachedPlanSource *source)
{
	ListCell   *cell;

	foreach(cell, source->query_list)
	{
		Query	   *query = lfirst_node(Query, cell);

		if ((query->commandType != CMD_SELECT && query->commandType != CMD_UTILITY) || query->hasModifyingCTE)
			return true;
	}
	return false;
}

/*
 * How often the functions of other statements run can be seen, and PL/Java runs them only as far as rows are fetched.
 */
static bool
is_repeatable(CachedPlanSource *source)
{
	ListCell   *cell;

	foreach(cell, source->query_list)
	{
		Query	   *query = lfirst_node(Query, cell);

		if (query->commandType != CMD_SELECT || query->hasModifyingCTE || contain_volatile_functions((Node *) query))
			return false;
	}
	return source->query_list != NIL;
}

/* Why a statement is not served, or NULL. */
static const char *
refusal_of(List *sources)
{
	CachedPlanSource *source;

	if (list_length(sources) != 1)
		return "expected one statement";
	source = linitial(sources);
	if (source->raw_parse_tree == NULL)
		return "expected one statement";
	if (IsA(source->raw_parse_tree->stmt, TransactionStmt))
		return "transaction control statements are not possible inside a function";
	if (IsA(source->raw_parse_tree->stmt, CopyStmt))
		return "COPY is not possible inside a Java function";
	return NULL;
}

static JavaPlan *
keep_plan(SPIPlanPtr prepared, int count, const Oid *types)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "Java plan", ALLOCSET_SMALL_SIZES);
	JavaPlan	   *plan = MemoryContextAllocZero(context, sizeof(JavaPlan));
	CachedPlanSource *source = linitial(SPI_plan_get_plan_sources(prepared));

	plan->context = context;
	plan->column_context = AllocSetContextCreate(context, "Java plan columns", ALLOCSET_SMALL_SIZES);
	plan->parameter_count = count;
	plan->parameter_types = MemoryContextAlloc(context, sizeof(Oid) * Max(count, 1));
	memcpy(plan->parameter_types, types, sizeof(Oid) * count);
	plan->returns_rows = source->resultDesc != NULL;
	plan->modifies = modifies_data(source);
	plan->is_repeatable = is_repeatable(source);
	if (plan->returns_rows)
		fill_columns(plan, source->resultDesc);
	if (SPI_keepplan(prepared) != 0)
		elog(ERROR, "SPI_keepplan failed");
	plan->plan = prepared;
	MemoryContextSetParent(context, CacheMemoryContext);
	return plan;
}

static jlong JNICALL
backend_prepare(JNIEnv *env, jclass owner, jstring sql, jintArray types)
{
	JavaPlan	   *volatile plan = NULL;
	const char *volatile refusal = NULL;

	NATIVE_TRY(WHEN_SOUND, 0);
	{
		char	   *text = text_from_java(env, sql, 0, NULL);
		int			count = (*env)->GetArrayLength(env, types);
		jint	   *numbers = palloc(sizeof(jint) * Max(count, 1));
		SPIPlanPtr	prepared;

		StaticAssertStmt(sizeof(jint) == sizeof(Oid), "an Oid travels as int");
		(*env)->GetIntArrayRegion(env, types, 0, count, numbers);
		prepared = SPI_prepare_cursor(text, count, (Oid *) numbers, CURSOR_OPT_NO_SCROLL);
		if (prepared == NULL)
			elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
		refusal = refusal_of(SPI_plan_get_plan_sources(prepared));
		if (refusal == NULL)
			plan = keep_plan(prepared, count, (Oid *) numbers);
		else
			SPI_freeplan(prepared);
	}
	NATIVE_END();
	if (refusal != NULL)
		error_throw_plain(env, "0A000", refusal);
	return (jlong) (intptr_t) plan;
}

/* May run at any time on the session's thread: it touches memory only. */
static void JNICALL
backend_free(JNIEnv *env, jclass owner, jlong handle)
{
	JavaPlan	   *plan = (JavaPlan *) (intptr_t) handle;

	(void) owner;
	if (!is_own_thread(env) || plan == NULL)
		return;
	SPI_freeplan(plan->plan);
	MemoryContextDelete(plan->context);
}

/* ---- octets between Java and here; integers are big-endian ---- */

static void
append_int(StringInfo out, int32 value)
{
	uint32		network = pg_hton32((uint32) value);

	appendBinaryStringInfo(out, &network, sizeof(network));
}

static void
append_long(StringInfo out, int64 value)
{
	uint64		network = pg_hton64((uint64) value);

	append_int(out, sizeof(network));
	appendBinaryStringInfo(out, &network, sizeof(network));
}

static void
append_octets(StringInfo out, const char *octets, size_t length)
{
	append_int(out, (int32) length);
	appendBinaryStringInfo(out, octets, (int) length);
}

/* A text of the database encoding, as UTF-8. */
static void
append_text(StringInfo out, const char *text, size_t length)
{
	char	   *utf8;

	if (GetDatabaseEncoding() == PG_UTF8)
	{
		append_octets(out, text, length);
		return;
	}
	utf8 = pg_server_to_any(text, (int) length, PG_UTF8);
	append_octets(out, utf8, utf8 == text ? length : strlen(utf8));
}

/* NULL with an exception pending when Java's heap is full. */
static jbyteArray
octets_to_java(JNIEnv *env, StringInfo octets)
{
	jbyteArray	array = (*env)->NewByteArray(env, octets->len);

	if (array != NULL)
		(*env)->SetByteArrayRegion(env, array, 0, octets->len, (const jbyte *) octets->data);
	return array;
}

static jbyteArray JNICALL
backend_describe(JNIEnv *env, jclass owner, jlong handle)
{
	JavaPlan	   *plan = (JavaPlan *) (intptr_t) handle;
	jbyteArray volatile result = NULL;

	NATIVE_TRY(WHEN_SOUND, NULL);
	{
		StringInfoData out;
		int			count = plan->returns_rows ? plan->shape->natts : 0;

		initStringInfo(&out);
		append_int(&out, plan->version);
		append_int(&out, (plan->returns_rows ? 1 : 0) | (plan->modifies ? 2 : 0));
		append_int(&out, count);
		for (int i = 0; i < count; i++)
		{
			char	   *name = NameStr(TupleDescAttr(plan->shape, i)->attname);
			char	   *type = format_type_be(plan->columns[i].type);

			append_int(&out, plan->columns[i].code);
			append_text(&out, name, strlen(name));
			append_text(&out, type, strlen(type));
		}
		result = octets_to_java(env, &out);
	}
	NATIVE_END();
	return result;
}

/* The type that a name means, 0 for none; an unknown name is no error of PostgreSQL's. */
static jint JNICALL
backend_type_oid(JNIEnv *env, jclass owner, jstring name)
{
	Oid			type = InvalidOid;

	NATIVE_TRY(WHEN_SOUND, 0);
	{
		ErrorSaveContext soft = {.type = T_ErrorSaveContext};
		int32		modifier;

		if (!parseTypeString(text_from_java(env, name, 0, NULL), &type, &modifier, (Node *) &soft))
			type = InvalidOid;
	}
	NATIVE_END();
	return (jint) type;
}

/* ---- parameters ---- */

typedef struct ParameterReader
{
	const char *at;
	const char *end;
} ParameterReader;

static int32
read_int(ParameterReader *reader)
{
	uint32		network;

	if (reader->end - reader->at < (ptrdiff_t) sizeof(network))
		elog(ERROR, "parameters end too early");
	memcpy(&network, reader->at, sizeof(network));
	reader->at += sizeof(network);
	return (int32) pg_ntoh32(network);
}

static int64
long_at(const char *octets, int length)
{
	uint64		network;

	if (length != sizeof(network))
		elog(ERROR, "expected 8 octets, found %d", length);
	memcpy(&network, octets, sizeof(network));
	return (int64) pg_ntoh64(network);
}

static Datum
varlena_datum(const char *octets, int length)
{
	bytea	   *copy = palloc((Size) length + VARHDRSZ);

	SET_VARSIZE(copy, length + VARHDRSZ);
	memcpy(VARDATA(copy), octets, length);
	return PointerGetDatum(copy);
}

static Datum
text_datum(const char *utf8, int length)
{
	char	   *text;

	if (memchr(utf8, 0, length) != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
				 errmsg("expected text that PostgreSQL can store, found the character NUL in a Java string")));
	text = pg_any_to_server(utf8, length, PG_UTF8);
	return varlena_datum(text, text == utf8 ? length : (int) strlen(text));
}

static Datum
parameter_datum(Oid type, const char *octets, int length)
{
	switch (type)
	{
		case BOOLOID:
			return BoolGetDatum(long_at(octets, length) != 0);
		case INT2OID:
			return Int16GetDatum((int16) long_at(octets, length));
		case INT4OID:
			return Int32GetDatum((int32) long_at(octets, length));
		case INT8OID:
			return Int64GetDatum(long_at(octets, length));
		case TIMESTAMPTZOID:
			return TimestampTzGetDatum(long_at(octets, length));
		case TIMESTAMPOID:
			return TimestampGetDatum(long_at(octets, length));
		case DATEOID:
			return DateADTGetDatum((DateADT) long_at(octets, length));
		case FLOAT4OID:
			{
				int32		bits = (int32) long_at(octets, length);
				float4		value;

				memcpy(&value, &bits, sizeof(value));
				return Float4GetDatum(value);
			}
		case FLOAT8OID:
			{
				int64		bits = long_at(octets, length);
				float8		value;

				memcpy(&value, &bits, sizeof(value));
				return Float8GetDatum(value);
			}
		case BYTEAOID:
			return varlena_datum(octets, length);
		case VARCHAROID:
			return text_datum(octets, length);
		case NUMERICOID:
			return DirectFunctionCall3(numeric_in, CStringGetDatum(pnstrdup(octets, length)),
									   ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
		default:
			elog(ERROR, "parameters of type %u can only be null", type);
	}
	return (Datum) 0;
}

static void
read_parameters(const JavaPlan *plan, ParameterReader *reader, Datum *values, char *nulls)
{
	for (int i = 0; i < plan->parameter_count; i++)
	{
		int32		length = read_int(reader);

		nulls[i] = length < 0 ? 'n' : ' ';
		values[i] = (Datum) 0;
		if (length < 0)
			continue;
		if (reader->end - reader->at < length)
			elog(ERROR, "parameters end too early");
		values[i] = parameter_datum(plan->parameter_types[i], reader->at, length);
		reader->at += length;
	}
}

static ParameterReader
copy_parameters(JNIEnv *env, jbyteArray parameters)
{
	jsize		length = (*env)->GetArrayLength(env, parameters);
	char	   *copy = palloc(Max(length, 1));
	ParameterReader reader = {copy, copy + length};

	(*env)->GetByteArrayRegion(env, parameters, 0, length, (jbyte *) copy);
	return reader;
}

/* ---- execution without rows ---- */

static int64
execute_once(Invocation *invocation, JavaPlan *plan, ParameterReader *reader)
{
	Datum	   *values = palloc(sizeof(Datum) * Max(plan->parameter_count, 1));
	char	   *nulls = palloc(Max(plan->parameter_count, 1));
	int			status;

	read_parameters(plan, reader, values, nulls);
	status = SPI_execute_plan(plan->plan, values, nulls, invocation->is_read_only, 0);
	if (status < 0)
		elog(ERROR, "SPI_execute_plan failed: %s", SPI_result_code_string(status));
	if (SPI_tuptable != NULL)
		SPI_freetuptable(SPI_tuptable);
	return (int64) SPI_processed;
}

static jlong JNICALL
backend_update(JNIEnv *env, jclass owner, jlong handle, jbyteArray parameters)
{
	JavaPlan	   *plan = (JavaPlan *) (intptr_t) handle;
	volatile jlong count = 0;

	NATIVE_TRY(WHEN_SOUND, 0);
	{
		ParameterReader reader = copy_parameters(env, parameters);

		count = execute_once(invocation, plan, &reader);
	}
	NATIVE_END();
	return count;
}

/* The same statement for each of several parameter sets, stored one after the other. */
static jintArray JNICALL
backend_update_all(JNIEnv *env, jclass owner, jlong handle, jbyteArray parameters, jint sets)
{
	JavaPlan	   *plan = (JavaPlan *) (intptr_t) handle;
	jintArray volatile result = NULL;

	NATIVE_TRY(WHEN_SOUND, NULL);
	{
		ParameterReader reader = copy_parameters(env, parameters);
		jint	   *counts = palloc(sizeof(jint) * Max(sets, 1));
		MemoryContext set_context = AllocSetContextCreate(invocation->scratch, "Java batch", ALLOCSET_DEFAULT_SIZES);

		for (int i = 0; i < sets; i++)
		{
			CHECK_FOR_INTERRUPTS();
			MemoryContextSwitchTo(set_context);
			counts[i] = (jint) execute_once(invocation, plan, &reader);
			MemoryContextReset(set_context);
		}
		MemoryContextSwitchTo(invocation->scratch);
		result = (*env)->NewIntArray(env, sets);
		if (result != NULL)
			(*env)->SetIntArrayRegion(env, result, 0, sets, counts);
	}
	NATIVE_END();
	return result;
}

/* ---- cursors ---- */

static Cursor **
find_cursor(Invocation *invocation, int id)
{
	Cursor	  **at = &invocation->cursors;

	while (*at != NULL && (*at)->id != id)
		at = &(*at)->next;
	return at;
}

static void
forget_cursor(Cursor **at)
{
	Cursor	   *cursor = *at;

	*at = cursor->next;
	pfree(cursor->portal_name);
	pfree(cursor);
}

static void
append_array(StringInfo out, Column *column, Datum value)
{
	ArrayType  *array = DatumGetArrayTypeP(value);
	Datum	   *elements;
	bool	   *nulls;
	int			count;
	int			start = out->len;
	uint32		network;

	if (ARR_NDIM(array) > 1 || (ARR_NDIM(array) == 1 && ARR_LBOUND(array)[0] != 1))
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("expected an array of one dimension that starts at 1")));
	if (column->code == 'A')
		deconstruct_array(array, column->element, column->element_length, column->element_by_value,
						  column->element_alignment, &elements, &nulls, &count);
	else if (column->code == 'L')
		deconstruct_array(array, INT8OID, sizeof(int64), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE, &elements, &nulls, &count);
	else
		deconstruct_array(array, BYTEAOID, -1, false, TYPALIGN_INT, &elements, &nulls, &count);
	append_int(out, 0);
	append_int(out, count);
	for (int i = 0; i < count; i++)
	{
		if (nulls[i])
			append_int(out, -1);
		else if (column->code == 'L')
			append_long(out, DatumGetInt64(elements[i]));
		else if (column->code == 'Y')
		{
			bytea	   *octets = DatumGetByteaPP(elements[i]);

			append_octets(out, VARDATA_ANY(octets), VARSIZE_ANY_EXHDR(octets));
		}
		else
		{
			char	   *text = OutputFunctionCall(&column->output, elements[i]);

			append_text(out, text, strlen(text));
		}
	}
	network = pg_hton32((uint32) (out->len - start - sizeof(network)));
	memcpy(out->data + start, &network, sizeof(network));
}

static void
append_value(StringInfo out, Column *column, Datum value)
{
	switch (column->code)
	{
		case 'Z':
			append_long(out, DatumGetBool(value) ? 1 : 0);
			break;
		case 'S':
			append_long(out, DatumGetInt16(value));
			break;
		case 'I':
			append_long(out, DatumGetInt32(value));
			break;
		case 'J':
			append_long(out, DatumGetInt64(value));
			break;
		case 'O':
		case 'o':
			append_long(out, DatumGetTimestampTz(value));
			break;
		case 'd':
			append_long(out, DatumGetDateADT(value));
			break;
		case 'F':
			{
				float4		number = DatumGetFloat4(value);
				int32		bits;

				memcpy(&bits, &number, sizeof(bits));
				append_long(out, bits);
				break;
			}
		case 'D':
			{
				float8		number = DatumGetFloat8(value);
				int64		bits;

				memcpy(&bits, &number, sizeof(bits));
				append_long(out, bits);
				break;
			}
		case 'B':
			{
				bytea	   *octets = DatumGetByteaPP(value);

				append_octets(out, VARDATA_ANY(octets), VARSIZE_ANY_EXHDR(octets));
				break;
			}
		case 'A':
		case 'L':
		case 'Y':
			append_array(out, column, value);
			break;
		case 'T':
		case 'N':
			if (column->is_text_layout)
			{
				text	   *stored = DatumGetTextPP(value);

				append_text(out, VARDATA_ANY(stored), VARSIZE_ANY_EXHDR(stored));
			}
			else
			{
				char	   *text = OutputFunctionCall(&column->output, value);

				append_text(out, text, strlen(text));
			}
			break;
		default:
			/* No agreed Java form: the getters refuse the column. */
			append_int(out, 0);
			break;
	}
}

static void
append_rows(StringInfo out, JavaPlan *plan)
{
	TupleDesc	shape = SPI_tuptable->tupdesc;

	for (uint64 row = 0; row < SPI_processed; row++)
	{
		HeapTuple	tuple = SPI_tuptable->vals[row];

		for (int i = 0; i < shape->natts; i++)
		{
			bool		is_null;
			Datum		value = heap_getattr(tuple, i + 1, shape, &is_null);

			if (is_null)
				append_int(out, -1);
			else
				append_value(out, &plan->columns[i], value);
		}
	}
}

/*
 * A batch: version of the shape, number of rows or -1 when none was fetched yet, whether these are the last, the
 * cursor for more or 0, then the values row by row: a length, -1 for null, and the octets.
 */
static void
begin_batch(StringInfo out, JavaPlan *plan, TupleDesc shape)
{
	if (!equalRowTypes(plan->shape, shape))
		fill_columns(plan, shape);
	append_int(out, plan->version);
	append_int(out, 0);
	append_int(out, 0);
	append_int(out, 0);
}

static void
end_batch(StringInfo out, int rows, bool is_last, int cursor)
{
	uint32		numbers[3] = {pg_hton32((uint32) rows), pg_hton32(is_last ? 1 : 0), pg_hton32((uint32) cursor)};

	memcpy(out->data + sizeof(uint32), numbers, sizeof(numbers));
}

static void
fetch_batch(Cursor **at, Portal portal, int limit, StringInfo out)
{
	JavaPlan   *plan = (*at)->plan;
	int			rows = 0;
	bool		is_last = false;

	begin_batch(out, plan, portal->tupDesc);
	while (rows < limit && out->len < BATCH_OCTETS && !is_last)
	{
		int			chunk = Min(limit - rows, FETCH_CHUNK);

		SPI_cursor_fetch(portal, true, chunk);
		append_rows(out, plan);
		rows += (int) SPI_processed;
		is_last = SPI_processed < (uint64) chunk;
		SPI_freetuptable(SPI_tuptable);
	}
	end_batch(out, rows, is_last, is_last ? 0 : (*at)->id);
	if (is_last)
	{
		SPI_cursor_close(portal);
		forget_cursor(at);
	}
}

static Portal
open_cursor(Invocation *invocation, JavaPlan *plan, Datum *values, char *nulls)
{
	Portal		portal = SPI_cursor_open(NULL, plan->plan, values, nulls, invocation->is_read_only);
	Cursor	   *cursor;

	if (portal == NULL)
		elog(ERROR, "SPI_cursor_open failed: %s", SPI_result_code_string(SPI_result));
	cursor = MemoryContextAlloc(invocation->context, sizeof(Cursor));
	cursor->id = ++invocation->last_id;
	cursor->plan = plan;
	cursor->portal_name = MemoryContextStrdup(invocation->context, portal->name);
	cursor->next = invocation->cursors;
	invocation->cursors = cursor;
	return portal;
}

/* Runs a query that was small before. False when it no longer is; it then has to run again through a cursor. */
static bool
run_small(Invocation *invocation, JavaPlan *plan, Datum *values, char *nulls, int limit, StringInfo out)
{
	int			most = Min(limit, SMALL_ROWS);
	int			status = SPI_execute_plan(plan->plan, values, nulls, invocation->is_read_only, most + 1);

	if (status != SPI_OK_SELECT)
		elog(ERROR, "SPI_execute_plan failed: %s", SPI_result_code_string(status));
	plan->was_small = SPI_processed <= (uint64) most;
	if (plan->was_small)
	{
		begin_batch(out, plan, SPI_tuptable->tupdesc);
		append_rows(out, plan);
		end_batch(out, (int) SPI_processed, true, 0);
		plan->was_small = out->len < SMALL_OCTETS;
	}
	SPI_freetuptable(SPI_tuptable);
	return out->len > 0;
}

static void
query_batch(Invocation *invocation, JavaPlan *plan, ParameterReader *reader, int limit, StringInfo out)
{
	Datum	   *values = palloc(sizeof(Datum) * Max(plan->parameter_count, 1));
	char	   *nulls = palloc(Max(plan->parameter_count, 1));
	Portal		portal;

	read_parameters(plan, reader, values, nulls);
	if (plan->is_repeatable && plan->was_small && run_small(invocation, plan, values, nulls, limit, out))
		return;
	portal = open_cursor(invocation, plan, values, nulls);
	if (plan->is_repeatable)
	{
		fetch_batch(&invocation->cursors, portal, limit, out);
		plan->was_small = out->len < SMALL_OCTETS && pg_ntoh32(((uint32 *) out->data)[1]) <= SMALL_ROWS;
		return;
	}
	begin_batch(out, plan, portal->tupDesc);
	end_batch(out, -1, false, invocation->cursors->id);
}

/* Opens a statement with rows. Its first batch comes along when no one can tell that it ran early. */
static jbyteArray JNICALL
backend_query(JNIEnv *env, jclass owner, jlong handle, jbyteArray parameters, jint limit)
{
	JavaPlan   *plan = (JavaPlan *) (intptr_t) handle;
	jbyteArray volatile result = NULL;

	NATIVE_TRY(WHEN_SOUND, NULL);
	{
		ParameterReader reader = copy_parameters(env, parameters);
		StringInfoData out;

		initStringInfo(&out);
		query_batch(invocation, plan, &reader, limit, &out);
		result = octets_to_java(env, &out);
	}
	NATIVE_END();
	return result;
}

static jbyteArray JNICALL
backend_fetch(JNIEnv *env, jclass owner, jint id, jint limit)
{
	jbyteArray volatile result = NULL;
	volatile bool is_gone = false;

	NATIVE_TRY(WHEN_SOUND, NULL);
	{
		Cursor	  **at = find_cursor(invocation, id);
		Portal		portal = *at == NULL ? NULL : SPI_cursor_find((*at)->portal_name);
		StringInfoData out;

		if (portal == NULL)
			is_gone = true;
		else
		{
			initStringInfo(&out);
			fetch_batch(at, portal, limit, &out);
			result = octets_to_java(env, &out);
		}
	}
	NATIVE_END();
	if (is_gone)
		error_throw_plain(env, "24000", "the rows are gone: their savepoint was rolled back or their function has returned");
	return result;
}

static void JNICALL
backend_close_cursor(JNIEnv *env, jclass owner, jint id)
{
	/* After an error the portal goes with the rollback, or with the call. */
	if (!is_own_thread(env) || current_invocation == NULL || current_invocation->first_error != NULL
		|| *find_cursor(current_invocation, id) == NULL)
		return;
	{
		NATIVE_TRY(WHEN_SOUND,);
		{
			Cursor	  **at = find_cursor(invocation, id);
			Portal		portal = SPI_cursor_find((*at)->portal_name);

			if (portal != NULL)
				SPI_cursor_close(portal);
			forget_cursor(at);
		}
		NATIVE_END();
	}
}

void
spi_close_cursors(Invocation *invocation)
{
	while (invocation->cursors != NULL)
	{
		Portal		portal = SPI_cursor_find(invocation->cursors->portal_name);

		if (portal != NULL)
			SPI_cursor_close(portal);
		forget_cursor(&invocation->cursors);
	}
}

/* ---- savepoints: internal subtransactions ---- */

static jint JNICALL
backend_savepoint(JNIEnv *env, jclass owner)
{
	volatile jint id = 0;

	NATIVE_TRY(WHEN_SOUND, 0);
	{
		Savepoint  *savepoint = MemoryContextAlloc(invocation->context, sizeof(Savepoint));

		BeginInternalSubTransaction(NULL);
		savepoint->id = ++invocation->last_id;
		savepoint->nest_level = GetCurrentTransactionNestLevel();
		savepoint->outer = invocation->savepoint;
		invocation->savepoint = savepoint;
		id = savepoint->id;
	}
	NATIVE_END();
	return id;
}

static bool
is_open(Invocation *invocation, int id)
{
	for (Savepoint *savepoint = invocation->savepoint; savepoint != NULL; savepoint = savepoint->outer)
	{
		if (savepoint->id == id)
			return true;
	}
	return false;
}

/*
 * Ends the innermost savepoint. The resource owner of the transaction around it stays current, not the one the call
 * came with: PL/Java does the same, and a function around such a call fails there. What has to be guarded in production
 * has to be guarded here.
 */
static void
end_innermost(Invocation *invocation, bool keep_work)
{
	Savepoint  *savepoint = invocation->savepoint;

	if (GetCurrentTransactionNestLevel() != savepoint->nest_level)
		elog(ERROR, "expected subtransaction level %d, found %d", savepoint->nest_level,
			 GetCurrentTransactionNestLevel());
	invocation->savepoint = savepoint->outer;
	if (keep_work)
		ReleaseCurrentSubTransaction();
	else
		RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(invocation->context);
	pfree(savepoint);
}

static void
throw_unknown_savepoint(JNIEnv *env)
{
	error_throw_plain(env, "3B001", "the savepoint is not open in this call");
}

static void JNICALL
backend_release(JNIEnv *env, jclass owner, jint id)
{
	volatile bool is_known = true;

	NATIVE_TRY(WHEN_SOUND,);
	{
		is_known = is_open(invocation, id);
		while (is_known && is_open(invocation, id))
			end_innermost(invocation, true);
	}
	NATIVE_END();
	if (!is_known)
		throw_unknown_savepoint(env);
}

/*
 * A cancel sticks, so that code which tries one row after another cannot swallow it. Only when everything this call
 * did is undone is it over: the call may then answer that it did nothing. A shutdown is never over.
 */
static void
clear_error(Invocation *invocation)
{
	ErrorData  *error = invocation->first_error;

	if (error == NULL)
		return;
	if (invocation->is_cancelled
		&& (invocation->savepoint != NULL || error->sqlerrcode != ERRCODE_QUERY_CANCELED))
		return;
	invocation->first_error = NULL;
	invocation->is_cancelled = false;
	FreeErrorData(error);
}

static void JNICALL
backend_rollback(JNIEnv *env, jclass owner, jint id)
{
	volatile bool is_known = true;

	NATIVE_TRY(ALWAYS,);
	{
		is_known = is_open(invocation, id);
		while (is_known && is_open(invocation, id))
			end_innermost(invocation, false);
		if (is_known)
			clear_error(invocation);
	}
	NATIVE_END();
	if (!is_known)
		throw_unknown_savepoint(env);
}

/* At the end of an invocation. Raises what ending them raises. */
void
spi_end_savepoints(Invocation *invocation, bool keep_work)
{
	if (invocation->savepoint == NULL)
		return;
	if (invocation->first_error == NULL && !keep_work && !(*vm_environment)->ExceptionCheck(vm_environment))
		ereport(WARNING,
				(errcode(ERRCODE_WARNING),
				 errmsg("a Java function returned with a savepoint open; its work is rolled back")));
	while (invocation->savepoint != NULL)
		end_innermost(invocation, keep_work);
}

/* ---- registration ---- */

void
spi_register(JNIEnv *env)
{
	static const JNINativeMethod methods[] = {
		{"invocation", "()J", (void *) backend_invocation},
		{"cacheSize", "()I", (void *) backend_cache_size},
		{"prepare", "(Ljava/lang/String;[I)J", (void *) backend_prepare},
		{"free", "(J)V", (void *) backend_free},
		{"describe", "(J)[B", (void *) backend_describe},
		{"typeOid", "(Ljava/lang/String;)I", (void *) backend_type_oid},
		{"update", "(J[B)J", (void *) backend_update},
		{"updateAll", "(J[BI)[I", (void *) backend_update_all},
		{"query", "(J[BI)[B", (void *) backend_query},
		{"fetch", "(II)[B", (void *) backend_fetch},
		{"closeCursor", "(I)V", (void *) backend_close_cursor},
		{"savepoint", "()I", (void *) backend_savepoint},
		{"release", "(I)V", (void *) backend_release},
		{"rollback", "(I)V", (void *) backend_rollback}
	};
	jclass		backend = (*env)->FindClass(env, "dev/synchro/embedded/handler/Backend");

	if (backend == NULL || (*env)->RegisterNatives(env, backend, methods, lengthof(methods)) != 0)
	{
		(*env)->ExceptionClear(env);
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("the Java part of the language handler does not fit its library: no Backend")));
	}
	(*env)->DeleteLocalRef(env, backend);
}
