/*
 * Finds, once a session, the Java classes, methods and fields that C uses.
 */
#include "synchro_java.h"

HostReferences host;

static void
missing(JNIEnv *env, const char *what)
{
	if ((*env)->ExceptionCheck(env))
		(*env)->ExceptionClear(env);
	ereport(ERROR,
			(errcode(ERRCODE_INTERNAL_ERROR),
			 errmsg("the Java part of the language handler does not fit its library: no %s", what)));
}

static jclass
find_class(JNIEnv *env, const char *name)
{
	jclass		local = (*env)->FindClass(env, name);
	jclass		global;

	if (local == NULL)
		missing(env, name);
	global = (*env)->NewGlobalRef(env, local);
	(*env)->DeleteLocalRef(env, local);
	if (global == NULL)
		missing(env, name);
	return global;
}

static jmethodID
find_static(JNIEnv *env, jclass owner, const char *name, const char *signature)
{
	jmethodID	method = (*env)->GetStaticMethodID(env, owner, name, signature);

	if (method == NULL)
		missing(env, name);
	return method;
}

static jmethodID
find_method(JNIEnv *env, jclass owner, const char *name, const char *signature)
{
	jmethodID	method = (*env)->GetMethodID(env, owner, name, signature);

	if (method == NULL)
		missing(env, name);
	return method;
}

static jfieldID
find_field(JNIEnv *env, jclass owner, const char *name, const char *signature)
{
	jfieldID	field = (*env)->GetFieldID(env, owner, name, signature);

	if (field == NULL)
		missing(env, name);
	return field;
}

#define HANDLER "dev/synchro/embedded/handler/"

void
host_load(JNIEnv *env)
{
	jclass		target;
	jclass		iterator;

	host.host = find_class(env, HANDLER "Host");
	host.sql_exception = find_class(env, "java/sql/SQLException");
	host.backend_exception = find_class(env, HANDLER "BackendException");
	host.out_of_memory = find_class(env, "java/lang/OutOfMemoryError");
	host.stack_overflow = find_class(env, "java/lang/StackOverflowError");
	host.string = find_class(env, "java/lang/String");
	host.byte_array = find_class(env, "[B");
	host.boolean_object = find_class(env, "java/lang/Boolean");
	host.short_object = find_class(env, "java/lang/Short");
	host.integer_object = find_class(env, "java/lang/Integer");
	host.long_object = find_class(env, "java/lang/Long");
	host.float_object = find_class(env, "java/lang/Float");
	host.double_object = find_class(env, "java/lang/Double");

	host.resolve = find_static(env, host.host, "resolve",
							   "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Z)L" HANDLER "Target;");
	host.describe = find_static(env, host.host, "describe", "(Ljava/lang/Throwable;)[Ljava/lang/String;");
	host.load_statement_classes = find_static(env, host.host, "loadStatementClasses", "()V");
	host.finish = find_static(env, host.host, "finish", "(J)V");
	host.decimal_from_text = find_static(env, host.host, "decimal", "(Ljava/lang/String;)Ljava/lang/Object;");
	host.text_from_decimal = find_static(env, host.host, "text", "(Ljava/lang/Object;)Ljava/lang/String;");
	host.date_time_from_micros = find_static(env, host.host, "dateTime", "(J)Ljava/lang/Object;");
	host.micros_from_date_time = find_static(env, host.host, "micros", "(Ljava/lang/Object;)J");

	iterator = find_class(env, "java/util/Iterator");
	host.has_next = find_method(env, iterator, "hasNext", "()Z");
	host.next = find_method(env, iterator, "next", "()Ljava/lang/Object;");

	host.box_boolean = find_static(env, host.boolean_object, "valueOf", "(Z)Ljava/lang/Boolean;");
	host.box_short = find_static(env, host.short_object, "valueOf", "(S)Ljava/lang/Short;");
	host.box_integer = find_static(env, host.integer_object, "valueOf", "(I)Ljava/lang/Integer;");
	host.box_long = find_static(env, host.long_object, "valueOf", "(J)Ljava/lang/Long;");
	host.box_float = find_static(env, host.float_object, "valueOf", "(F)Ljava/lang/Float;");
	host.box_double = find_static(env, host.double_object, "valueOf", "(D)Ljava/lang/Double;");
	host.unbox_boolean = find_method(env, host.boolean_object, "booleanValue", "()Z");
	host.unbox_short = find_method(env, host.short_object, "shortValue", "()S");
	host.unbox_integer = find_method(env, host.integer_object, "intValue", "()I");
	host.unbox_long = find_method(env, host.long_object, "longValue", "()J");
	host.unbox_float = find_method(env, host.float_object, "floatValue", "()F");
	host.unbox_double = find_method(env, host.double_object, "doubleValue", "()D");

	host.new_sql_exception = find_method(env, host.sql_exception, "<init>",
										 "(Ljava/lang/String;Ljava/lang/String;)V");
	host.new_backend_exception = find_method(env, host.backend_exception, "<init>",
											 "([Ljava/lang/String;[I)V");
	host.exception_fields = find_field(env, host.backend_exception, "fields", "[Ljava/lang/String;");
	host.exception_numbers = find_field(env, host.backend_exception, "numbers", "[I");

	target = find_class(env, HANDLER "Target");
	host.target_owner = find_field(env, target, "owner", "Ljava/lang/Class;");
	host.target_method = find_field(env, target, "method", "Ljava/lang/reflect/Method;");
	host.target_codes = find_field(env, target, "codes", "Ljava/lang/String;");

	spi_register(env);
}
