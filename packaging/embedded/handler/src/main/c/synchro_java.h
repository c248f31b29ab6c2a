/*
 * synchro_java: a Java language handler for PostgreSQL 18.
 *
 * The one rule everything here follows: PostgreSQL reports errors by longjmp, and a longjmp must never cross a Java
 * frame. So each native method that Java calls catches what PostgreSQL throws and turns it into a Java exception, and
 * PostgreSQL errors are raised only where no Java frame lies between the raise and the executor.
 */
#ifndef SYNCHRO_JAVA_H
#define SYNCHRO_JAVA_H

#include "postgres.h"

#include <jni.h>

#include "fmgr.h"
#include "storage/itemptr.h"
#include "utils/elog.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

/* ---- vm.c: the Java virtual machine ---- */

extern JNIEnv *vm_environment;	/* of the backend's own thread; NULL until the machine runs */

extern void vm_define_settings(void);
extern void vm_start(void);
extern void vm_check_stack_setting(void);

#define VM_REQUIRE() \
	do { \
		if (unlikely(vm_environment == NULL)) \
			vm_start(); \
		if (unlikely(max_stack_depth > vm_stack_kilobytes)) \
			vm_check_stack_setting(); \
	} while (0)

extern int	vm_stack_kilobytes;
extern int	setting_statement_cache_size;
extern bool setting_release_lingering_savepoints;

/* ---- host.c: the Java classes and methods that C uses ---- */

typedef struct HostReferences
{
	jclass		host;
	jclass		backend_exception;
	jclass		sql_exception;
	jclass		out_of_memory;
	jclass		stack_overflow;
	jclass		string;
	jclass		long_object;
	jclass		byte_array;
	jclass		boolean_object;
	jclass		short_object;
	jclass		integer_object;
	jclass		float_object;
	jclass		double_object;

	jmethodID	resolve;
	jmethodID	describe;
	jmethodID	finish;
	jmethodID	load_statement_classes;
	jmethodID	has_next;
	jmethodID	next;
	jmethodID	decimal_from_text;
	jmethodID	text_from_decimal;
	jmethodID	date_time_from_micros;
	jmethodID	micros_from_date_time;
	jmethodID	box_boolean;
	jmethodID	box_short;
	jmethodID	box_integer;
	jmethodID	box_long;
	jmethodID	box_float;
	jmethodID	box_double;
	jmethodID	unbox_boolean;
	jmethodID	unbox_short;
	jmethodID	unbox_integer;
	jmethodID	unbox_long;
	jmethodID	unbox_float;
	jmethodID	unbox_double;
	jmethodID	new_backend_exception;
	jmethodID	new_sql_exception;

	jfieldID	target_owner;
	jfieldID	target_method;
	jfieldID	target_codes;
	jfieldID	exception_fields;
	jfieldID	exception_numbers;
} HostReferences;

extern HostReferences host;

extern void host_load(JNIEnv *env);

/* ---- text.c: strings between the database encoding and Java's UTF-16 ---- */

extern jstring text_to_java(JNIEnv *env, const char *text, size_t length);
extern jstring text_to_java_lenient(JNIEnv *env, const char *text);
extern char *text_from_java(JNIEnv *env, jstring string, size_t header, size_t *length);

/* ---- types.c: values between SQL and Java ---- */

/* One argument or the result of a function. The codes are those of the Java class Kinds. */
typedef struct Slot
{
	Oid			type;
	Oid			base;			/* type without domains */
	bool		is_domain;
	char		code;
	int16		length;
	bool		by_value;
	char		alignment;
	bool		is_plain_text;	/* a varlena whose octets are the text itself and any text is valid */
	bool		is_text_layout;	/* a varlena whose octets are the text itself */
	FmgrInfo	output;
	FmgrInfo	input;
	Oid			input_parameter;
	Oid			element;
	int16		element_length;
	bool		element_by_value;
	char		element_alignment;
	FmgrInfo	element_output;
	FmgrInfo	element_input;
	Oid			element_input_parameter;
	void	   *domain_check;
	MemoryContext context;
} Slot;

extern char types_default_code(Oid type);
extern void types_fill_slot(Slot *slot, Oid type, char code, MemoryContext context);
extern jvalue types_to_java(JNIEnv *env, Slot *slot, Datum value, bool is_null);
extern Datum types_from_java(JNIEnv *env, Slot *slot, jvalue value, bool *is_null);
extern bool types_is_object(char code);
extern void types_check_pending(JNIEnv *env);

/* ---- function.c: functions and their invocations ---- */

typedef struct JavaFunction
{
	Oid			oid;			/* hash key */
	TransactionId xmin;
	ItemPointerData tid;
	uint64		generation;		/* of the catalogue, when last checked */
	int			uses;			/* running invocations */
	bool		is_cached;		/* still reachable through the cache */
	MemoryContext context;
	char	   *name;
	jclass		owner;
	jmethodID	method;
	char		result_code;
	bool		returns_set;
	bool		is_read_only;
	bool		uses_objects;
	int			argument_count;
	Slot	   *arguments;
	Slot		result;
} JavaFunction;

typedef struct Savepoint
{
	int			id;
	int			nest_level;		/* of the subtransaction */
	ResourceOwner owner;
	struct Savepoint *outer;
} Savepoint;

typedef struct Cursor
{
	int			id;
	struct JavaPlan *plan;
	char	   *portal_name;
	struct Cursor *next;
} Cursor;

/* One running call of a Java function. */
typedef struct Invocation
{
	struct Invocation *outer;
	int64		serial;
	JavaFunction *function;
	MemoryContext context;		/* lives as long as the call; not that of a savepoint */
	MemoryContext scratch;		/* emptied after each native call */
	ResourceOwner owner;
	bool		is_connected;	/* to SPI */
	bool		has_statements;
	ErrorData  *first_error;	/* not yet undone by a savepoint, or a cancel */
	bool		is_cancelled;	/* first_error is a cancel and sticks */
	Savepoint  *savepoint;		/* innermost that is open */
	Cursor	   *cursors;
	int			last_id;
	bool		is_read_only;
	bool		has_frame;
} Invocation;

extern Invocation *current_invocation;

extern void function_initialize(void);

/* ---- error.c: errors in both directions ---- */

pg_noreturn extern void error_from_exception(JNIEnv *env, Invocation *invocation);
pg_noreturn extern void error_raise_again(ErrorData *error);
extern void error_throw_to_java(JNIEnv *env, ErrorData *error);
extern void error_throw_plain(JNIEnv *env, const char *state, const char *message);
extern void error_throw_plain_format(JNIEnv *env, const char *state, const char *format,...) pg_attribute_printf(3, 4);

/* ---- spi.c: the native methods of the Java class Backend ---- */

extern void spi_register(JNIEnv *env);
extern void spi_connect_once(Invocation *invocation);
extern void spi_end_savepoints(Invocation *invocation, bool keep_work);
extern void spi_close_cursors(Invocation *invocation);

#endif
