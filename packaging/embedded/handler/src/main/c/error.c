/*
 * Errors in both directions. A PostgreSQL error reaches Java as a BackendException that carries every field as text;
 * uncaught it becomes the same PostgreSQL error again.
 */
#include "synchro_java.h"

#include "miscadmin.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"

/* Order of BackendException.fields and .numbers; the Java class documents the same. */
enum
{
	FIELD_STATE, FIELD_MESSAGE, FIELD_DETAIL, FIELD_HINT, FIELD_CONTEXT, FIELD_SCHEMA, FIELD_TABLE, FIELD_COLUMN,
	FIELD_TYPE, FIELD_CONSTRAINT, FIELD_QUERY, FIELD_DETAIL_LOG, FIELD_COUNT
};
enum
{
	NUMBER_POSITION, NUMBER_INTERNAL_POSITION, NUMBER_HIDES, NUMBER_COUNT
};

/* ---- PostgreSQL to Java ---- */

/* Leaves a Java exception pending: the error, or what Java met while making it. Never raises. */
void
error_throw_to_java(JNIEnv *env, ErrorData *error)
{
	const char *texts[FIELD_COUNT];
	jint		numbers[NUMBER_COUNT];
	jobjectArray fields;
	jintArray	number_array;
	jthrowable	exception;

	texts[FIELD_STATE] = unpack_sql_state(error->sqlerrcode);
	texts[FIELD_MESSAGE] = error->message;
	texts[FIELD_DETAIL] = error->detail;
	texts[FIELD_HINT] = error->hint;
	texts[FIELD_CONTEXT] = error->context;
	texts[FIELD_SCHEMA] = error->schema_name;
	texts[FIELD_TABLE] = error->table_name;
	texts[FIELD_COLUMN] = error->column_name;
	texts[FIELD_TYPE] = error->datatype_name;
	texts[FIELD_CONSTRAINT] = error->constraint_name;
	texts[FIELD_QUERY] = error->internalquery;
	texts[FIELD_DETAIL_LOG] = error->detail_log;
	numbers[NUMBER_POSITION] = error->cursorpos;
	numbers[NUMBER_INTERNAL_POSITION] = error->internalpos;
	numbers[NUMBER_HIDES] = (error->hide_stmt ? 1 : 0) | (error->hide_ctx ? 2 : 0);

	fields = (*env)->NewObjectArray(env, FIELD_COUNT, host.string, NULL);
	if (fields == NULL)
		return;
	for (int i = 0; i < FIELD_COUNT; i++)
	{
		jstring		string = text_to_java_lenient(env, texts[i]);

		if ((*env)->ExceptionCheck(env))
			return;
		if (string == NULL)
			continue;
		(*env)->SetObjectArrayElement(env, fields, i, string);
		if ((*env)->ExceptionCheck(env))
			return;
		(*env)->DeleteLocalRef(env, string);
	}
	number_array = (*env)->NewIntArray(env, NUMBER_COUNT);
	if (number_array == NULL)
		return;
	(*env)->SetIntArrayRegion(env, number_array, 0, NUMBER_COUNT, numbers);
	exception = (*env)->NewObject(env, host.backend_exception, host.new_backend_exception, fields, number_array);
	if (exception == NULL || (*env)->ExceptionCheck(env))
		return;
	(*env)->Throw(env, exception);
}

/* A refusal by this handler: nothing happened in PostgreSQL, so the call may go on. */
void
error_throw_plain(JNIEnv *env, const char *state, const char *message)
{
	jstring		reason = text_to_java_lenient(env, message);
	jstring		code;
	jthrowable	exception;

	if ((*env)->ExceptionCheck(env))
		return;
	code = text_to_java_lenient(env, state);
	if ((*env)->ExceptionCheck(env))
		return;
	exception = (*env)->NewObject(env, host.sql_exception, host.new_sql_exception, reason, code);
	if (exception == NULL || (*env)->ExceptionCheck(env))
		return;
	(*env)->Throw(env, exception);
}

void
error_throw_plain_format(JNIEnv *env, const char *state, const char *format,...)
{
	char		message[300];
	va_list		arguments;

	va_start(arguments, format);
	vsnprintf(message, sizeof(message), format, arguments);
	va_end(arguments);
	error_throw_plain(env, state, message);
}

/* ---- Java to PostgreSQL ---- */

/* Raises a complete error without running the context callbacks: its context is already there. */
void
error_raise_again(ErrorData *error)
{
	error->elevel = ERROR;
	error->output_to_server = log_min_messages != LOG && log_min_messages <= ERROR;
	error->output_to_client = whereToSendOutput == DestRemote;
	ReThrowError(error);
}

static char *
field_text(JNIEnv *env, jobjectArray fields, int field)
{
	jstring		string = (*env)->GetObjectArrayElement(env, fields, field);
	char	   *text;

	if (string == NULL)
		return NULL;
	text = text_from_java(env, string, 0, NULL);
	(*env)->DeleteLocalRef(env, string);
	return text;
}

static int
pack_state(const char *state)
{
	return MAKE_SQLSTATE(state[0], state[1], state[2], state[3], state[4]);
}

static bool
is_state(const char *state)
{
	return state != NULL && strlen(state) == 5 && strspn(state, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 5
		&& strncmp(state, "00", 2) != 0;
}

pg_noreturn static void
raise_backend_exception(JNIEnv *env, Invocation *invocation, jthrowable exception)
{
	ErrorData  *error = palloc0(sizeof(ErrorData));
	jobjectArray fields = (*env)->GetObjectField(env, exception, host.exception_fields);
	jintArray	number_array = (*env)->GetObjectField(env, exception, host.exception_numbers);
	jint		numbers[NUMBER_COUNT];
	char	   *state = field_text(env, fields, FIELD_STATE);

	error->sqlerrcode = is_state(state) ? pack_state(state) : ERRCODE_INTERNAL_ERROR;
	/* Our own "go no further": what it followed from says more. */
	if (error->sqlerrcode == ERRCODE_IN_FAILED_SQL_TRANSACTION && invocation != NULL && invocation->first_error != NULL)
		error_raise_again(invocation->first_error);
	error->message = field_text(env, fields, FIELD_MESSAGE);
	error->detail = field_text(env, fields, FIELD_DETAIL);
	error->detail_log = field_text(env, fields, FIELD_DETAIL_LOG);
	error->hint = field_text(env, fields, FIELD_HINT);
	error->context = field_text(env, fields, FIELD_CONTEXT);
	error->schema_name = field_text(env, fields, FIELD_SCHEMA);
	error->table_name = field_text(env, fields, FIELD_TABLE);
	error->column_name = field_text(env, fields, FIELD_COLUMN);
	error->datatype_name = field_text(env, fields, FIELD_TYPE);
	error->constraint_name = field_text(env, fields, FIELD_CONSTRAINT);
	error->internalquery = field_text(env, fields, FIELD_QUERY);
	(*env)->GetIntArrayRegion(env, number_array, 0, NUMBER_COUNT, numbers);
	error->cursorpos = numbers[NUMBER_POSITION];
	error->internalpos = numbers[NUMBER_INTERNAL_POSITION];
	error->hide_stmt = (numbers[NUMBER_HIDES] & 1) != 0;
	error->hide_ctx = (numbers[NUMBER_HIDES] & 2) != 0;
	error->assoc_context = CurrentMemoryContext;
	/* A call without objects has no local frame to take these away. */
	(*env)->DeleteLocalRef(env, number_array);
	(*env)->DeleteLocalRef(env, fields);
	(*env)->DeleteLocalRef(env, exception);
	error_raise_again(error);
}

pg_noreturn static void
raise_described(JNIEnv *env, jthrowable exception)
{
	jobjectArray described = (*env)->CallStaticObjectMethod(env, host.host, host.describe, exception);
	char	   *state;
	char	   *message;
	char	   *trace;

	if ((*env)->ExceptionCheck(env) || described == NULL)
	{
		(*env)->ExceptionClear(env);
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("a Java exception could not be described")));
	}
	state = field_text(env, described, 0);
	message = field_text(env, described, 1);
	trace = message_level_is_interesting(DEBUG1) ? field_text(env, described, 2) : NULL;
	(*env)->DeleteLocalRef(env, described);
	(*env)->DeleteLocalRef(env, exception);
	if (trace != NULL)
		ereport(DEBUG1, (errmsg_internal("%s", trace)));
	ereport(ERROR,
			(errcode(is_state(state) ? pack_state(state) : ERRCODE_INTERNAL_ERROR),
			 errmsg("%s", message)));
}

/*
 * Raises the pending Java exception as a PostgreSQL error. A pending cancel or shutdown goes before it, and so does a
 * cancel that Java caught earlier in this invocation.
 */
void
error_from_exception(JNIEnv *env, Invocation *invocation)
{
	jthrowable	exception = (*env)->ExceptionOccurred(env);

	(*env)->ExceptionClear(env);
	CHECK_FOR_INTERRUPTS();
	if (invocation != NULL && invocation->is_cancelled)
		error_raise_again(invocation->first_error);
	if ((*env)->IsInstanceOf(env, exception, host.out_of_memory))
	{
		(*env)->DeleteLocalRef(env, exception);
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("java.lang.OutOfMemoryError: the heap of this session's Java is full")));
	}
	if ((*env)->IsInstanceOf(env, exception, host.stack_overflow))
	{
		(*env)->DeleteLocalRef(env, exception);
		ereport(ERROR,
				(errcode(ERRCODE_STATEMENT_TOO_COMPLEX),
				 errmsg("java.lang.StackOverflowError: the Java code recurses too deep")));
	}
	if ((*env)->IsInstanceOf(env, exception, host.backend_exception))
		raise_backend_exception(env, invocation, exception);
	raise_described(env, exception);
}
