/*
 * Strings between the database encoding and Java. JNI's own "modified UTF-8" writes supplementary characters and NUL
 * in a way PostgreSQL refuses, so the conversion goes through UTF-16.
 */
#include "synchro_java.h"

#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"

#define STACK_UNITS 512

/*
 * Decodes UTF-8. Broken octets become U+FFFD: values of a UTF8 database are valid, so that can only happen in the
 * message of an error, which must get through.
 */
static size_t
decode_utf8(const unsigned char *from, size_t length, jchar *to)
{
	const unsigned char *end = from + length;
	jchar	   *start = to;

	while (from < end)
	{
		unsigned int first = *from++;
		unsigned int point;
		int			more;

		if (first < 0x80)
		{
			*to++ = (jchar) first;
			continue;
		}
		if (first >= 0xC2 && first < 0xE0)
		{
			point = first & 0x1F;
			more = 1;
		}
		else if (first >= 0xE0 && first < 0xF0)
		{
			point = first & 0x0F;
			more = 2;
		}
		else if (first >= 0xF0 && first < 0xF5)
		{
			point = first & 0x07;
			more = 3;
		}
		else
		{
			*to++ = 0xFFFD;
			continue;
		}
		while (more > 0 && from < end && (*from & 0xC0) == 0x80)
		{
			point = (point << 6) | (*from++ & 0x3F);
			more--;
		}
		if (more > 0 || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000))
			*to++ = 0xFFFD;
		else if (point >= 0x10000)
		{
			point -= 0x10000;
			*to++ = (jchar) (0xD800 + (point >> 10));
			*to++ = (jchar) (0xDC00 + (point & 0x3FF));
		}
		else
			*to++ = (jchar) point;
	}
	return (size_t) (to - start);
}

static jstring
utf8_to_java(JNIEnv *env, const char *utf8, size_t length)
{
	jchar		units[STACK_UNITS];
	jchar	   *buffer = length <= STACK_UNITS ? units : MemoryContextAllocHuge(CurrentMemoryContext, length * sizeof(jchar));
	size_t		count;
	jstring		string;

	units[0] = 0;
	count = decode_utf8((const unsigned char *) utf8, length, buffer);
	string = (*env)->NewString(env, buffer, (jsize) count);

	if (buffer != units)
		pfree(buffer);
	return string;
}

/* NULL with an exception pending when Java's heap is full. */
jstring
text_to_java(JNIEnv *env, const char *text, size_t length)
{
	jstring		string;
	char	   *utf8;

	if (GetDatabaseEncoding() == PG_UTF8)
		return utf8_to_java(env, text, length);
	utf8 = pg_server_to_any(text, (int) length, PG_UTF8);
	string = utf8_to_java(env, utf8, utf8 == text ? length : strlen(utf8));
	if (utf8 != text)
		pfree(utf8);
	return string;
}

/* For texts of errors: never raises an error itself. NULL for NULL. */
jstring
text_to_java_lenient(JNIEnv *env, const char *text)
{
	jstring		string = NULL;
	MemoryContext caller = CurrentMemoryContext;

	if (text == NULL)
		return NULL;
	PG_TRY();
	{
		string = text_to_java(env, text, strlen(text));
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(caller);
		FlushErrorState();
		string = NULL;
	}
	PG_END_TRY();
	if (string == NULL && !(*env)->ExceptionCheck(env))
		string = utf8_to_java(env, text, strlen(text));
	return string;
}

static void
refuse_character(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
			 errmsg("expected text that PostgreSQL can store, found %s in a Java string", what)));
}

static char *
encode_utf8(const jchar *units, jsize count, char *to, jchar *pending)
{
	jsize		i;

	for (i = 0; i < count; i++)
	{
		unsigned int unit = units[i];

		if (*pending != 0)
		{
			unsigned int point;

			if (unit < 0xDC00 || unit >= 0xE000)
				refuse_character("half of a surrogate pair");
			point = 0x10000 + ((*pending - 0xD800u) << 10) + (unit - 0xDC00u);
			*pending = 0;
			*to++ = (char) (0xF0 | (point >> 18));
			*to++ = (char) (0x80 | ((point >> 12) & 0x3F));
			*to++ = (char) (0x80 | ((point >> 6) & 0x3F));
			*to++ = (char) (0x80 | (point & 0x3F));
		}
		else if (unit < 0x80)
		{
			if (unit == 0)
				refuse_character("the character NUL");
			*to++ = (char) unit;
		}
		else if (unit < 0x800)
		{
			*to++ = (char) (0xC0 | (unit >> 6));
			*to++ = (char) (0x80 | (unit & 0x3F));
		}
		else if (unit >= 0xD800 && unit < 0xDC00)
			*pending = (jchar) unit;
		else if (unit >= 0xDC00 && unit < 0xE000)
			refuse_character("half of a surrogate pair");
		else
		{
			*to++ = (char) (0xE0 | (unit >> 12));
			*to++ = (char) (0x80 | ((unit >> 6) & 0x3F));
			*to++ = (char) (0x80 | (unit & 0x3F));
		}
	}
	return to;
}

/*
 * The text of a Java string in the database encoding, NUL at the end, palloc'd, with a header of the given size left
 * free before it. length: octets of text alone.
 */
char *
text_from_java(JNIEnv *env, jstring string, size_t header, size_t *length)
{
	jchar		units[STACK_UNITS];
	jsize		count = (*env)->GetStringLength(env, string);
	jsize		done = 0;
	jchar		pending = 0;
	StringInfoData text;
	size_t		octets;

	initStringInfoExt(&text, (int) Min(header + (size_t) count + 8, MaxAllocSize / 2));
	text.len = (int) header;
	while (done < count)
	{
		jsize		part = Min(count - done, STACK_UNITS);

		(*env)->GetStringRegion(env, string, done, part, units);
		enlargeStringInfo(&text, part * 3 + 4);
		text.len = (int) (encode_utf8(units, part, text.data + text.len, &pending) - text.data);
		done += part;
	}
	if (pending != 0)
		refuse_character("half of a surrogate pair");
	text.data[text.len] = '\0';
	octets = (size_t) text.len - header;
	if (GetDatabaseEncoding() != PG_UTF8)
	{
		char	   *server = pg_any_to_server(text.data + header, (int) octets, PG_UTF8);

		if (server != text.data + header)
		{
			octets = strlen(server);
			resetStringInfo(&text);
			enlargeStringInfo(&text, (int) (header + octets + 1));
			memcpy(text.data + header, server, octets + 1);
			pfree(server);
		}
	}
	if (length != NULL)
		*length = octets;
	return text.data;
}
