/*
 * Values between SQL and Java, one argument or result at a time. A type that has no Java form of its own travels as
 * text, through its own input and output functions.
 */
#include "synchro_java.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

bool
types_is_object(char code)
{
	return strchr("ZSIJFDV", code) == NULL;
}

static bool
travels_as_text(Oid base)
{
	char		category;
	bool		preferred;

	switch (base)
	{
		case BOOLOID:
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case FLOAT4OID:
		case FLOAT8OID:
		case NUMERICOID:
		case BYTEAOID:
			return false;
		default:
			break;
	}
	get_type_category_preferred(base, &category, &preferred);
	return category != TYPCATEGORY_PSEUDOTYPE && category != TYPCATEGORY_COMPOSITE && category != TYPCATEGORY_ARRAY;
}

/* The code of the Java type that a function text without Java types means, or 0. */
char
types_default_code(Oid type)
{
	Oid			base = getBaseType(type);
	Oid			element;

	switch (base)
	{
		case VOIDOID:
			return 'V';
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
		case INT8ARRAYOID:
			return 'l';
		case BYTEAARRAYOID:
			return 'Y';
		case TIMESTAMPTZOID:
		case TIMESTAMPOID:
		case DATEOID:
		case TIMEOID:
		case TIMETZOID:
			/* The classes of java.sql that would be meant depend on the JVM's time zone. */
			return 0;
		default:
			break;
	}
	element = get_element_type(base);
	if (OidIsValid(element))
		return travels_as_text(element) && !type_is_array(element) ? 'A' : 0;
	return travels_as_text(base) ? 'T' : 0;
}

static bool
fits(Oid base, char code)
{
	Oid			element;

	switch (code)
	{
		case 'Z':
		case 'z':
			return base == BOOLOID;
		case 'S':
		case 's':
		case 'I':
		case 'i':
		case 'J':
		case 'j':
			return base == INT2OID || base == INT4OID || base == INT8OID;
		case 'F':
		case 'f':
			return base == FLOAT4OID;
		case 'D':
		case 'd':
			return base == FLOAT8OID;
		case 'N':
			return base == NUMERICOID;
		case 'B':
			return base == BYTEAOID;
		case 'O':
			return base == TIMESTAMPTZOID;
		case 'T':
			return travels_as_text(base);
		case 'A':
			element = get_element_type(base);
			return OidIsValid(element) && travels_as_text(element);
		case 'L':
		case 'l':
			return base == INT8ARRAYOID;
		case 'Y':
			return base == BYTEAARRAYOID;
		case 'V':
			return base == VOIDOID;
		default:
			return false;
	}
}

static const char *
java_name(char code)
{
	switch (code)
	{
		case 'Z':
			return "boolean";
		case 'z':
			return "java.lang.Boolean";
		case 'S':
			return "short";
		case 's':
			return "java.lang.Short";
		case 'I':
			return "int";
		case 'i':
			return "java.lang.Integer";
		case 'J':
			return "long";
		case 'j':
			return "java.lang.Long";
		case 'F':
			return "float";
		case 'f':
			return "java.lang.Float";
		case 'D':
			return "double";
		case 'd':
			return "java.lang.Double";
		case 'N':
			return "java.math.BigDecimal";
		case 'B':
			return "byte[]";
		case 'O':
			return "java.time.OffsetDateTime";
		case 'T':
			return "java.lang.String";
		case 'A':
			return "java.lang.String[]";
		case 'L':
			return "java.lang.Long[]";
		case 'l':
			return "long[]";
		case 'Y':
			return "byte[][]";
		case 'V':
			return "void";
		default:
			return "a Java type";
	}
}

static void
fill_functions(Slot *slot)
{
	Oid			procedure;
	bool		is_varlena;

	/* The type itself, not its base: the input function of a domain applies its checks and modifiers. */
	getTypeOutputInfo(slot->type, &procedure, &is_varlena);
	fmgr_info_cxt(procedure, &slot->output, slot->context);
	getTypeInputInfo(slot->type, &procedure, &slot->input_parameter);
	fmgr_info_cxt(procedure, &slot->input, slot->context);
}

static void
fill_element_functions(Slot *slot)
{
	Oid			procedure;
	bool		is_varlena;

	slot->element = get_element_type(slot->base);
	get_typlenbyvalalign(slot->element, &slot->element_length, &slot->element_by_value, &slot->element_alignment);
	getTypeOutputInfo(slot->element, &procedure, &is_varlena);
	fmgr_info_cxt(procedure, &slot->element_output, slot->context);
	getTypeInputInfo(slot->element, &procedure, &slot->element_input_parameter);
	fmgr_info_cxt(procedure, &slot->element_input, slot->context);
}

void
types_fill_slot(Slot *slot, Oid type, char code, MemoryContext context)
{
	memset(slot, 0, sizeof(Slot));
	slot->type = type;
	slot->base = getBaseType(type);
	slot->is_domain = slot->base != type;
	slot->code = code;
	slot->context = context;
	if (!fits(slot->base, code))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("SQL type %s cannot travel as %s", format_type_be(type), java_name(code))));
	if (slot->is_domain && strchr("OALlY", code) != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("a domain, %s, cannot travel as %s", format_type_be(type), java_name(code))));
	if (code == 'V')
		return;
	get_typlenbyvalalign(slot->base, &slot->length, &slot->by_value, &slot->alignment);
	slot->is_text_layout = slot->base == TEXTOID || slot->base == VARCHAROID || slot->base == JSONOID;
	slot->is_plain_text = slot->type == TEXTOID || slot->type == VARCHAROID;
	if (code == 'T' || code == 'N')
		fill_functions(slot);
	if (code == 'A')
		fill_element_functions(slot);
}

/* A Java exception inside a conversion, in practice a full heap, as a PostgreSQL error. */
void
types_check_pending(JNIEnv *env)
{
	if ((*env)->ExceptionCheck(env))
		error_from_exception(env, NULL);
}

/* ---- SQL to Java ---- */

static void
refuse_null(const char *where)
{
	ereport(ERROR,
			(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
			 errmsg("%s cannot be null", where)));
}

static int64
integer_of(const Slot *slot, Datum value)
{
	if (slot->base == INT2OID)
		return DatumGetInt16(value);
	if (slot->base == INT4OID)
		return DatumGetInt32(value);
	return DatumGetInt64(value);
}

static int64
in_range(int64 value, int64 lowest, int64 highest)
{
	if (value < lowest || value > highest)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("an integer is out of the range of its declared type")));
	return value;
}

static jobject
bytes_to_java(JNIEnv *env, Datum value)
{
	bytea	   *octets = DatumGetByteaPP(value);
	jsize		length = (jsize) VARSIZE_ANY_EXHDR(octets);
	jbyteArray	array = (*env)->NewByteArray(env, length);

	types_check_pending(env);
	(*env)->SetByteArrayRegion(env, array, 0, length, (const jbyte *) VARDATA_ANY(octets));
	if ((Pointer) octets != DatumGetPointer(value))
		pfree(octets);
	return array;
}

static jobject
string_to_java(JNIEnv *env, Slot *slot, Datum value)
{
	jstring		string;

	if (slot->is_text_layout)
	{
		text	   *stored = DatumGetTextPP(value);

		string = text_to_java(env, VARDATA_ANY(stored), VARSIZE_ANY_EXHDR(stored));
		if ((Pointer) stored != DatumGetPointer(value))
			pfree(stored);
	}
	else
	{
		char	   *text = OutputFunctionCall(&slot->output, value);

		string = text_to_java(env, text, strlen(text));
		pfree(text);
	}
	types_check_pending(env);
	return string;
}

static jobject
decimal_to_java(JNIEnv *env, Slot *slot, Datum value)
{
	char	   *text = OutputFunctionCall(&slot->output, value);
	jstring		string;
	jobject		decimal;

	if (strcmp(text, "NaN") == 0 || strstr(text, "Infinity") != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("numeric %s has no form as java.math.BigDecimal", text)));
	string = text_to_java(env, text, strlen(text));
	types_check_pending(env);
	decimal = (*env)->CallStaticObjectMethod(env, host.host, host.decimal_from_text, string);
	types_check_pending(env);
	(*env)->DeleteLocalRef(env, string);
	return decimal;
}

static void
check_dimensions(ArrayType *array)
{
	if (ARR_NDIM(array) > 1 || (ARR_NDIM(array) == 1 && ARR_LBOUND(array)[0] != 1))
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("expected an array of one dimension that starts at 1")));
}

static jobjectArray
new_array(JNIEnv *env, int count, jclass element)
{
	jobjectArray array = (*env)->NewObjectArray(env, count, element, NULL);

	types_check_pending(env);
	return array;
}

static void
set_element(JNIEnv *env, jobjectArray array, int position, jobject element)
{
	(*env)->SetObjectArrayElement(env, array, position, element);
	types_check_pending(env);
	(*env)->DeleteLocalRef(env, element);
}

static jobject
strings_to_java(JNIEnv *env, Slot *slot, Datum value)
{
	ArrayType  *array = DatumGetArrayTypeP(value);
	Datum	   *elements;
	bool	   *nulls;
	int			count;
	jobjectArray result;

	check_dimensions(array);
	deconstruct_array(array, slot->element, slot->element_length, slot->element_by_value, slot->element_alignment,
					  &elements, &nulls, &count);
	result = new_array(env, count, host.string);
	for (int i = 0; i < count; i++)
	{
		char	   *text;
		jstring		string;

		if (nulls[i])
			continue;
		text = OutputFunctionCall(&slot->element_output, elements[i]);
		string = text_to_java(env, text, strlen(text));
		types_check_pending(env);
		set_element(env, result, i, string);
		pfree(text);
	}
	return result;
}

static jobject
byte_arrays_to_java(JNIEnv *env, Datum value)
{
	ArrayType  *array = DatumGetArrayTypeP(value);
	Datum	   *elements;
	bool	   *nulls;
	int			count;
	jobjectArray result;

	check_dimensions(array);
	deconstruct_array(array, BYTEAOID, -1, false, TYPALIGN_INT, &elements, &nulls, &count);
	result = new_array(env, count, host.byte_array);
	for (int i = 0; i < count; i++)
	{
		if (!nulls[i])
			set_element(env, result, i, bytes_to_java(env, elements[i]));
	}
	return result;
}

static void
deconstruct_longs(Datum value, Datum **elements, bool **nulls, int *count)
{
	ArrayType  *array = DatumGetArrayTypeP(value);

	check_dimensions(array);
	deconstruct_array(array, INT8OID, sizeof(int64), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE, elements, nulls, count);
}

static jobject
long_objects_to_java(JNIEnv *env, Datum value)
{
	Datum	   *elements;
	bool	   *nulls;
	int			count;
	jobjectArray result;

	deconstruct_longs(value, &elements, &nulls, &count);
	result = new_array(env, count, host.long_object);
	for (int i = 0; i < count; i++)
	{
		jobject		element;

		if (nulls[i])
			continue;
		element = (*env)->CallStaticObjectMethod(env, host.long_object, host.box_long,
												 (jlong) DatumGetInt64(elements[i]));
		types_check_pending(env);
		set_element(env, result, i, element);
	}
	return result;
}

static jobject
longs_to_java(JNIEnv *env, Datum value)
{
	Datum	   *elements;
	bool	   *nulls;
	int			count;
	jlongArray	result;
	jlong	   *copy;

	deconstruct_longs(value, &elements, &nulls, &count);
	copy = palloc(sizeof(jlong) * Max(count, 1));
	for (int i = 0; i < count; i++)
	{
		if (nulls[i])
			refuse_null("an element of long[]; declare java.lang.Long[] instead: it");
		copy[i] = DatumGetInt64(elements[i]);
	}
	result = (*env)->NewLongArray(env, count);
	types_check_pending(env);
	(*env)->SetLongArrayRegion(env, result, 0, count, copy);
	pfree(copy);
	return result;
}

static jobject
box(JNIEnv *env, jclass owner, jmethodID method, jvalue value)
{
	jobject		object = (*env)->CallStaticObjectMethodA(env, owner, method, &value);

	types_check_pending(env);
	return object;
}

jvalue
types_to_java(JNIEnv *env, Slot *slot, Datum value, bool is_null)
{
	jvalue		result;

	result.j = 0;
	if (is_null)
	{
		if (!types_is_object(slot->code))
			refuse_null("an argument of a primitive Java type; declare the function STRICT or use its wrapper class: it");
		result.l = NULL;
		return result;
	}
	switch (slot->code)
	{
		case 'Z':
		case 'z':
			result.z = DatumGetBool(value) ? JNI_TRUE : JNI_FALSE;
			if (slot->code == 'z')
				result.l = box(env, host.boolean_object, host.box_boolean, result);
			break;
		case 'S':
		case 's':
			result.s = (jshort) in_range(integer_of(slot, value), PG_INT16_MIN, PG_INT16_MAX);
			if (slot->code == 's')
				result.l = box(env, host.short_object, host.box_short, result);
			break;
		case 'I':
		case 'i':
			result.i = (jint) in_range(integer_of(slot, value), PG_INT32_MIN, PG_INT32_MAX);
			if (slot->code == 'i')
				result.l = box(env, host.integer_object, host.box_integer, result);
			break;
		case 'J':
		case 'j':
			result.j = integer_of(slot, value);
			if (slot->code == 'j')
				result.l = box(env, host.long_object, host.box_long, result);
			break;
		case 'F':
		case 'f':
			result.f = DatumGetFloat4(value);
			if (slot->code == 'f')
				result.l = box(env, host.float_object, host.box_float, result);
			break;
		case 'D':
		case 'd':
			result.d = DatumGetFloat8(value);
			if (slot->code == 'd')
				result.l = box(env, host.double_object, host.box_double, result);
			break;
		case 'T':
			result.l = string_to_java(env, slot, value);
			break;
		case 'B':
			result.l = bytes_to_java(env, value);
			break;
		case 'N':
			result.l = decimal_to_java(env, slot, value);
			break;
		case 'O':
			result.l = (*env)->CallStaticObjectMethod(env, host.host, host.date_time_from_micros,
													  (jlong) DatumGetTimestampTz(value));
			types_check_pending(env);
			break;
		case 'A':
			result.l = strings_to_java(env, slot, value);
			break;
		case 'L':
			result.l = long_objects_to_java(env, value);
			break;
		case 'l':
			result.l = longs_to_java(env, value);
			break;
		case 'Y':
			result.l = byte_arrays_to_java(env, value);
			break;
		default:
			elog(ERROR, "unknown argument code %c", slot->code);
	}
	return result;
}

/* ---- Java to SQL ---- */

static Datum
integer_datum(const Slot *slot, int64 value)
{
	if (slot->base == INT2OID)
		return Int16GetDatum((int16) in_range(value, PG_INT16_MIN, PG_INT16_MAX));
	if (slot->base == INT4OID)
		return Int32GetDatum((int32) in_range(value, PG_INT32_MIN, PG_INT32_MAX));
	return Int64GetDatum(value);
}

static Datum
bytes_datum(JNIEnv *env, jbyteArray array)
{
	jsize		length = (*env)->GetArrayLength(env, array);
	bytea	   *octets = palloc((Size) length + VARHDRSZ);

	(*env)->GetByteArrayRegion(env, array, 0, length, (jbyte *) VARDATA(octets));
	SET_VARSIZE(octets, length + VARHDRSZ);
	return PointerGetDatum(octets);
}

static Datum
string_datum(JNIEnv *env, Slot *slot, jstring string)
{
	size_t		length;
	char	   *text;

	if (slot->is_plain_text)
	{
		text = text_from_java(env, string, VARHDRSZ, &length);
		SET_VARSIZE(text, length + VARHDRSZ);
		return PointerGetDatum(text);
	}
	text = text_from_java(env, string, 0, &length);
	return InputFunctionCall(&slot->input, text, slot->input_parameter, -1);
}

static Datum
decimal_datum(JNIEnv *env, Slot *slot, jobject decimal)
{
	jstring		string = (*env)->CallStaticObjectMethod(env, host.host, host.text_from_decimal, decimal);
	char	   *text;

	types_check_pending(env);
	text = text_from_java(env, string, 0, NULL);
	(*env)->DeleteLocalRef(env, string);
	return InputFunctionCall(&slot->input, text, slot->input_parameter, -1);
}

static Datum
array_datum(Slot *slot, Oid element, Datum *elements, bool *nulls, int count)
{
	int			dimension = count;
	int			lower_bound = 1;
	int16		length;
	bool		by_value;
	char		alignment;

	(void) slot;
	if (count == 0)
		return PointerGetDatum(construct_empty_array(element));
	get_typlenbyvalalign(element, &length, &by_value, &alignment);
	return PointerGetDatum(construct_md_array(elements, nulls, 1, &dimension, &lower_bound, element,
											  length, by_value, alignment));
}

static Datum
objects_datum(JNIEnv *env, Slot *slot, jobjectArray array)
{
	int			count = (*env)->GetArrayLength(env, array);
	Datum	   *elements = palloc(sizeof(Datum) * Max(count, 1));
	bool	   *nulls = palloc0(sizeof(bool) * Max(count, 1));
	Oid			element_type = slot->code == 'A' ? slot->element : slot->code == 'L' ? INT8OID : BYTEAOID;

	for (int i = 0; i < count; i++)
	{
		jobject		element = (*env)->GetObjectArrayElement(env, array, i);

		if (element == NULL)
		{
			nulls[i] = true;
			elements[i] = (Datum) 0;
			continue;
		}
		if (slot->code == 'A')
			elements[i] = InputFunctionCall(&slot->element_input, text_from_java(env, element, 0, NULL),
											slot->element_input_parameter, -1);
		else if (slot->code == 'L')
		{
			elements[i] = Int64GetDatum((*env)->CallLongMethod(env, element, host.unbox_long));
			types_check_pending(env);
		}
		else
			elements[i] = bytes_datum(env, element);
		(*env)->DeleteLocalRef(env, element);
	}
	return array_datum(slot, element_type, elements, nulls, count);
}

static Datum
longs_datum(JNIEnv *env, Slot *slot, jlongArray array)
{
	int			count = (*env)->GetArrayLength(env, array);
	jlong	   *values = palloc(sizeof(jlong) * Max(count, 1));
	Datum	   *elements = palloc(sizeof(Datum) * Max(count, 1));

	(*env)->GetLongArrayRegion(env, array, 0, count, values);
	for (int i = 0; i < count; i++)
		elements[i] = Int64GetDatum(values[i]);
	return array_datum(slot, INT8OID, elements, NULL, count);
}

static jvalue
unbox(JNIEnv *env, const Slot *slot, jobject object)
{
	jvalue		value;

	value.j = 0;
	switch (slot->code)
	{
		case 'z':
			value.z = (*env)->CallBooleanMethod(env, object, host.unbox_boolean);
			break;
		case 's':
			value.s = (*env)->CallShortMethod(env, object, host.unbox_short);
			break;
		case 'i':
			value.i = (*env)->CallIntMethod(env, object, host.unbox_integer);
			break;
		case 'j':
			value.j = (*env)->CallLongMethod(env, object, host.unbox_long);
			break;
		case 'f':
			value.f = (*env)->CallFloatMethod(env, object, host.unbox_float);
			break;
		default:
			value.d = (*env)->CallDoubleMethod(env, object, host.unbox_double);
			break;
	}
	types_check_pending(env);
	return value;
}

static Datum
convert_result(JNIEnv *env, Slot *slot, jvalue value)
{
	if (strchr("zsijfd", slot->code) != NULL)
		value = unbox(env, slot, value.l);
	switch (slot->code)
	{
		case 'Z':
		case 'z':
			return BoolGetDatum(value.z != JNI_FALSE);
		case 'S':
		case 's':
			return integer_datum(slot, value.s);
		case 'I':
		case 'i':
			return integer_datum(slot, value.i);
		case 'J':
		case 'j':
			return integer_datum(slot, value.j);
		case 'F':
		case 'f':
			return Float4GetDatum(value.f);
		case 'D':
		case 'd':
			return Float8GetDatum(value.d);
		case 'T':
			return string_datum(env, slot, value.l);
		case 'B':
			return bytes_datum(env, value.l);
		case 'N':
			return decimal_datum(env, slot, value.l);
		case 'O':
			{
				jlong		micros = (*env)->CallStaticLongMethod(env, host.host, host.micros_from_date_time, value.l);

				types_check_pending(env);
				return TimestampTzGetDatum(micros);
			}
		case 'l':
			return longs_datum(env, slot, value.l);
		default:
			return objects_datum(env, slot, value.l);
	}
}

Datum
types_from_java(JNIEnv *env, Slot *slot, jvalue value, bool *is_null)
{
	Datum		result = (Datum) 0;

	*is_null = slot->code == 'V' || (types_is_object(slot->code) && value.l == NULL);
	if (!*is_null)
		result = convert_result(env, slot, value);
	if (slot->is_domain)
		domain_check(result, *is_null, slot->type, &slot->domain_check, slot->context);
	return result;
}
