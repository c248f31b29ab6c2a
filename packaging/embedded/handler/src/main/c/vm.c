/*
 * Starts the Java virtual machine inside a backend, on the backend's own thread.
 */
#include "synchro_java.h"

#include <dlfcn.h>
#include <limits.h>
#include <jvmti.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "storage/ipc.h"
#include "utils/guc.h"

JNIEnv	   *vm_environment = NULL;
int			vm_stack_kilobytes = INT_MAX;
int			setting_statement_cache_size = 64;
bool		setting_release_lingering_savepoints = false;

static char *setting_libjvm_location;
static char *setting_vmoptions;
static char *setting_classpath;
static char *setting_shared_archive;
static char *setting_archive_output;
static char *setting_error_directory;

static JavaVM *machine;
static bool is_starting = false;
static bool has_failed = false;
static char vm_words[512];

#ifndef SYNCHRO_JAVA_LIBJVM
#define SYNCHRO_JAVA_LIBJVM ""
#endif

/*
 * A small heap, the serial collector and one compiler: a backend lives beside many others, and its first call should
 * not wait for helper threads.
 */
#define DEFAULT_OPTIONS \
	"-Xmx128m -Xmn8m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:CICompilerCount=1 -XX:ReservedCodeCacheSize=24m"

/* HotSpot accepts no larger -Xss. */
#define LARGEST_STACK_KILOBYTES (1024 * 1024 - 1024)
/* Kept free below the Java stack: the guard pages must lie above the end of the real stack. */
#define STACK_RESERVE_KILOBYTES 256
#define UNLIMITED_STACK_KILOBYTES (64 * 1024)
#define SMALLEST_STACK_KILOBYTES 1024

void
vm_define_settings(void)
{
	DefineCustomStringVariable("synchro_java.libjvm_location",
							   "Path of the Java virtual machine's library, libjvm.so.",
							   NULL, &setting_libjvm_location, SYNCHRO_JAVA_LIBJVM, PGC_SUSET, 0,
							   NULL, NULL, NULL);
	DefineCustomStringVariable("synchro_java.vmoptions",
							   "Options of the Java virtual machine, separated by blanks.",
							   NULL, &setting_vmoptions, DEFAULT_OPTIONS, PGC_SUSET, 0,
							   NULL, NULL, NULL);
	DefineCustomStringVariable("synchro_java.classpath",
							   "Jar files with the functions, separated by colons.",
							   NULL, &setting_classpath, "", PGC_SUSET, 0,
							   NULL, NULL, NULL);
	DefineCustomStringVariable("synchro_java.shared_archive",
							   "Archive of prepared classes to start from; ignored when it cannot be read.",
							   NULL, &setting_shared_archive, "", PGC_SUSET, 0,
							   NULL, NULL, NULL);
	DefineCustomStringVariable("synchro_java.archive_output",
							   "File into which the session writes an archive of its classes when it ends.",
							   NULL, &setting_archive_output, "", PGC_SUSET, 0,
							   NULL, NULL, NULL);
	DefineCustomStringVariable("synchro_java.error_directory",
							   "Directory for the report that a crashing virtual machine leaves.",
							   NULL, &setting_error_directory, "/tmp", PGC_SUSET, 0,
							   NULL, NULL, NULL);
	DefineCustomIntVariable("synchro_java.statement_cache_size",
							"Prepared plans that are kept for later statements of the session.",
							NULL, &setting_statement_cache_size, 64, 0, 10000, PGC_USERSET, 0,
							NULL, NULL, NULL);
	DefineCustomBoolVariable("synchro_java.release_lingering_savepoints",
							 "Keep, instead of roll back, the work of savepoints still open when their function returns.",
							 NULL, &setting_release_lingering_savepoints, false, PGC_USERSET, 0,
							 NULL, NULL, NULL);
	MarkGUCPrefixReserved("synchro_java");
}

/* ---- options ---- */

static void
refuse_option(const char *option, const char *why)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%.100s\" of synchro_java.vmoptions is refused: %s", option, why)));
}

/* A size such as 64m, in octets. */
static uint64
option_size(const char *option, const char *digits)
{
	char	   *end;
	unsigned long long number;
	uint64		unit = 1;

	if (*digits < '0' || *digits > '9')
		refuse_option(option, "expected a size such as 64m");
	number = strtoull(digits, &end, 10);
	switch (*end)
	{
		case 'k':
		case 'K':
			unit = UINT64CONST(1) << 10;
			end++;
			break;
		case 'm':
		case 'M':
			unit = UINT64CONST(1) << 20;
			end++;
			break;
		case 'g':
		case 'G':
			unit = UINT64CONST(1) << 30;
			end++;
			break;
		default:
			break;
	}
	if (*end != '\0' || number == 0 || number > (UINT64CONST(1) << 44) / unit)
		refuse_option(option, "expected a size such as 64m");
	return number * unit;
}

static uint64
physical_memory(void)
{
	long		pages = sysconf(_SC_PHYS_PAGES);
	long		page = sysconf(_SC_PAGESIZE);

	return pages > 0 && page > 0 ? (uint64) pages * (uint64) page : UINT64CONST(1) << 32;
}

static bool
starts_with(const char *text, const char *head)
{
	return strncmp(text, head, strlen(head)) == 0;
}

static bool
is_one_of(const char *name, const char *const *names)
{
	for (; *names != NULL; names++)
	{
		if (strcmp(name, *names) == 0)
			return true;
	}
	return false;
}

typedef struct HeapSizes
{
	uint64		largest;
	uint64		initial;
	uint64		young;
} HeapSizes;

/*
 * An option the virtual machine dislikes can end the whole process before it answers, and with it every other session
 * of the server. So only options known to be harmless pass.
 */
static void
check_option(const char *option, HeapSizes *sizes)
{
	static const char *const switches[] = {
		"UseSerialGC", "UseParallelGC", "UseG1GC", "TieredCompilation", "UsePerfData", "DisableAttachMechanism",
		"UseCompressedOops", "UseStringDeduplication", "HeapDumpOnOutOfMemoryError", "ShowCodeDetailsInExceptionMessages",
		"AlwaysPreTouch", "UseContainerSupport", NULL
	};
	static const char *const plain[] = {
		"-Xcheck:jni", "-Xint", "-Xshare:auto", "-Xshare:off", "-Xbatch", "-esa", "-ea", "-da",
		"-enableassertions", "-disableassertions", "-XX:+UnlockExperimentalVMOptions",
		"-XX:+UnlockDiagnosticVMOptions", NULL
	};

	if (starts_with(option, "-Djava.class.path"))
		refuse_option(option, "set synchro_java.classpath instead");
	if (starts_with(option, "-Djava.security.manager"))
		refuse_option(option, "there is no sandbox here");
	if (starts_with(option, "-Xss") || starts_with(option, "-XX:ThreadStackSize"))
		refuse_option(option, "the stack size follows from the server's stack limit");
	if (starts_with(option, "-Xmx"))
	{
		sizes->largest = option_size(option, option + 4);
		if (sizes->largest < (UINT64CONST(16) << 20))
			refuse_option(option, "the heap needs at least 16m");
		if (sizes->largest > physical_memory())
			refuse_option(option, "the machine has less memory");
	}
	else if (starts_with(option, "-Xms"))
		sizes->initial = option_size(option, option + 4);
	else if (starts_with(option, "-Xmn"))
		sizes->young = option_size(option, option + 4);
	else if (starts_with(option, "-XX:MaxMetaspaceSize="))
	{
		if (option_size(option, option + 21) < (UINT64CONST(32) << 20))
			refuse_option(option, "expected at least 32m");
	}
	else if (starts_with(option, "-XX:ReservedCodeCacheSize="))
	{
		uint64		size = option_size(option, option + 26);

		if (size < (UINT64CONST(4) << 20) || size > (UINT64CONST(1) << 30))
			refuse_option(option, "expected 4m to 1g");
	}
	else if (starts_with(option, "-XX:TieredStopAtLevel="))
	{
		if (option[22] < '0' || option[22] > '4' || option[23] != '\0')
			refuse_option(option, "expected 0 to 4");
	}
	else if (starts_with(option, "-XX:CICompilerCount="))
	{
		if (option[20] < '1' || option[20] > '9' || option[21] != '\0')
			refuse_option(option, "expected 1 to 9");
	}
	else if (starts_with(option, "-XX:+") || starts_with(option, "-XX:-"))
	{
		if (!is_one_of(option, plain) && !is_one_of(option + 5, switches))
			refuse_option(option, "it is not among the options known to be safe in a server");
	}
	else if (starts_with(option, "-Xlog:"))
		return;
	else if (starts_with(option, "-D"))
	{
		if (option[2] == '\0' || option[2] == '=')
			refuse_option(option, "expected a property name");
	}
	else if (!is_one_of(option, plain))
		refuse_option(option, "it is not among the options known to be safe in a server");
}

static void
check_sizes(const HeapSizes *sizes)
{
	uint64		largest = sizes->largest;

	if (largest == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("synchro_java.vmoptions holds no -Xmx"),
				 errhint("Without it each session may use a quarter of the machine's memory.")));
	if (sizes->initial > largest)
		refuse_option("-Xms", "it is larger than -Xmx");
	if (sizes->young >= largest)
		refuse_option("-Xmn", "it is not smaller than -Xmx");
}

typedef struct Options
{
	JavaVMOption *options;
	int			count;
	int			capacity;
} Options;

static void
add_option(Options *list, char *text, void *extra)
{
	if (list->count == list->capacity)
	{
		list->capacity = list->capacity * 2 + 16;
		list->options = list->options == NULL
			? palloc(sizeof(JavaVMOption) * list->capacity)
			: repalloc(list->options, sizeof(JavaVMOption) * list->capacity);
	}
	list->options[list->count].optionString = text;
	list->options[list->count].extraInfo = extra;
	list->count++;
}

static void
add_user_options(Options *list)
{
	char	   *text = pstrdup(setting_vmoptions);
	char	   *rest = NULL;
	char	   *option;
	HeapSizes	sizes = {0, 0, 0};

	for (option = strtok_r(text, " \t\n", &rest); option != NULL; option = strtok_r(NULL, " \t\n", &rest))
	{
		check_option(option, &sizes);
		add_option(list, option, NULL);
	}
	check_sizes(&sizes);
}

/* The jar of this handler lies beside its library. */
static char *
own_jar(void)
{
	Dl_info		info;
	char	   *jar;
	char	   *slash;

	if (dladdr((void *) vm_start, &info) == 0 || info.dli_fname == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("could not find the directory of the Java language handler")));
	jar = palloc(strlen(info.dli_fname) + 32);
	strcpy(jar, info.dli_fname);
	slash = strrchr(jar, '/');
	strcpy(slash == NULL ? jar : slash + 1, "synchro_java.jar");
	if (access(jar, R_OK) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("could not read the Java part of the language handler, \"%s\": %m", jar)));
	return jar;
}

/* A missing jar shows only as a missing class much later, so it is named here. */
static void
check_class_path(void)
{
	char	   *text = pstrdup(setting_classpath);
	char	   *rest = NULL;
	char	   *entry;

	for (entry = strtok_r(text, ":", &rest); entry != NULL; entry = strtok_r(NULL, ":", &rest))
	{
		if (access(entry, R_OK) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_CONFIG_FILE_ERROR),
					 errmsg("could not read \"%s\" of synchro_java.classpath: %m", entry)));
	}
}

/* ---- stack ---- */

/*
 * The virtual machine protects pages of this thread's stack, -Xss below its top. They must lie deeper than
 * PostgreSQL ever goes (max_stack_depth), or a deep recursion in SQL would hit them and end the whole server.
 */
static int
stack_kilobytes(void)
{
	struct rlimit limit;
	int			kilobytes = UNLIMITED_STACK_KILOBYTES;

	if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
	{
		uint64		whole = (uint64) limit.rlim_cur / 1024;

		kilobytes = whole > LARGEST_STACK_KILOBYTES ? LARGEST_STACK_KILOBYTES : (int) whole;
		kilobytes -= STACK_RESERVE_KILOBYTES;
	}
	else if (max_stack_depth + 2048 > kilobytes)
		kilobytes = Min(max_stack_depth + 2048, LARGEST_STACK_KILOBYTES);
	if (kilobytes < SMALLEST_STACK_KILOBYTES)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("the server's stack limit of %d kB is too small for Java", kilobytes + STACK_RESERVE_KILOBYTES),
				 errhint("Start the server with a stack limit of at least 8 MB.")));
	return kilobytes & ~63;
}

void
vm_check_stack_setting(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_CONFIG_FILE_ERROR),
			 errmsg("max_stack_depth is %d kB but the Java stack of this session ends at %d kB",
					max_stack_depth, vm_stack_kilobytes)));
}

/* ---- hooks called by the virtual machine ---- */

/* While it starts, what it says belongs into our error message; later, into the server's log. */
static jint JNICALL
print_hook(FILE *file, const char *format, va_list arguments)
{
	size_t		used = strlen(vm_words);

	if (!is_starting)
	{
		jint		written = vfprintf(file, format, arguments);

		fflush(file);
		return written;
	}
	return vsnprintf(vm_words + used, sizeof(vm_words) - used, format, arguments);
}

static char *
spoken_words(void)
{
	char	   *words = pstrdup(vm_words);
	size_t		length = strlen(words);
	size_t		i;

	for (i = 0; i < length; i++)
	{
		if ((unsigned char) words[i] < ' ')
			words[i] = ' ';
	}
	while (length > 0 && words[length - 1] == ' ')
		words[--length] = '\0';
	return words;
}

/*
 * System.exit and the like. This may run on another thread of the virtual machine while the backend's own thread
 * stands still, so the stack base is set anew for the callbacks that exit() runs.
 */
static void JNICALL
exit_hook(jint code)
{
	(void) code;
	(void) set_stack_base();
	exit(1);
}

/* The machine gives up while it starts: only this session ends, not the server. A later crash stays a crash. */
static void JNICALL
abort_hook(void)
{
	if (is_starting)
		ereport(FATAL,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("the Java virtual machine could not start"),
				 errdetail("%s", spoken_words())));
}

/*
 * Runs before the library's own destructors: those would pull down a machine whose threads still run. PostgreSQL has
 * cleaned up by then.
 */
static void
leave_at_once(int status, void *unused)
{
	(void) unused;
	if (!proc_exit_inprogress)
		return;
	fflush(NULL);
	_exit(status);
}

/* Not when a shutdown ends the session inside a call: some machines crash when destroyed below a Java frame. */
static void
write_archive_at_exit(int code, Datum unused)
{
	(void) code;
	(void) unused;
	if (machine != NULL && !has_failed && current_invocation == NULL)
		(*machine)->DestroyJavaVM(machine);
}

/* ---- signals ---- */

static void
fill_server_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGHUP);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGQUIT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGALRM);
	sigaddset(set, SIGCHLD);
	sigaddset(set, SIGUSR1);
	sigaddset(set, SIGURG);
}

/* Threads that Java code starts later inherit an open mask; PostgreSQL's signals belong to its own thread alone. */
static void JNICALL
mask_thread(jvmtiEnv *tools, JNIEnv *env, jthread thread)
{
	sigset_t	set;

	(void) tools;
	(void) thread;
	if (env == vm_environment)
		return;
	fill_server_signals(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void
mask_later_threads(void)
{
	jvmtiEnv   *tools;
	jvmtiEventCallbacks callbacks;

	if ((*machine)->GetEnv(machine, (void **) &tools, JVMTI_VERSION_1_2) != JNI_OK)
		return;
	memset(&callbacks, 0, sizeof(callbacks));
	callbacks.ThreadStart = mask_thread;
	if ((*tools)->SetEventCallbacks(tools, &callbacks, sizeof(callbacks)) == JVMTI_ERROR_NONE)
		(*tools)->SetEventNotificationMode(tools, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
}

/* ---- start ---- */

typedef jint (JNICALL * CreateMachine) (JavaVM **machine, void **env, void *arguments);

static CreateMachine
load_library(void)
{
	void	   *library;
	void	   *symbol;

	if (setting_libjvm_location == NULL || setting_libjvm_location[0] == '\0')
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("synchro_java.libjvm_location is not set"),
				 errhint("Name the file lib/server/libjvm.so of a JDK 17 or newer.")));
	library = dlopen(setting_libjvm_location, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("could not load the Java virtual machine"),
				 errdetail("%s", dlerror())));
	symbol = dlsym(library, "JNI_CreateJavaVM");
	if (symbol == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("\"%s\" is not a Java virtual machine", setting_libjvm_location)));
	return (CreateMachine) symbol;
}

static void
collect_options(Options *list, int stack)
{
	check_class_path();
	add_option(list, "vfprintf", (void *) print_hook);
	add_option(list, "exit", (void *) exit_hook);
	add_option(list, "abort", (void *) abort_hook);
	add_option(list, setting_classpath[0] == '\0'
			   ? psprintf("-Djava.class.path=%s", own_jar())
			   : psprintf("-Djava.class.path=%s:%s", own_jar(), setting_classpath), NULL);
	/* HUP, INT, TERM and QUIT stay with PostgreSQL. */
	add_option(list, "-Xrs", NULL);
	add_option(list, psprintf("-Xss%dk", stack), NULL);
	add_option(list, "-Xlog:disable", NULL);
	/* Both would leave files in /tmp. */
	add_option(list, "-XX:-UsePerfData", NULL);
	add_option(list, "-XX:+DisableAttachMechanism", NULL);
	add_option(list, psprintf("-XX:ErrorFile=%s/synchro_java_%%p.log", setting_error_directory), NULL);
	add_user_options(list);
	if (setting_archive_output[0] != '\0')
		add_option(list, psprintf("-XX:ArchiveClassesAtExit=%s", setting_archive_output), NULL);
	else if (setting_shared_archive[0] != '\0' && access(setting_shared_archive, R_OK) == 0)
		add_option(list, psprintf("-XX:SharedArchiveFile=%s", setting_shared_archive), NULL);
}

static jint
create_machine(CreateMachine create, Options *list)
{
	JavaVMInitArgs arguments;
	sigset_t	server_signals;
	sigset_t	saved_signals;
	char	   *locale = pstrdup(setlocale(LC_ALL, NULL));
	void	   *env = NULL;
	jint		status;

	arguments.version = JNI_VERSION_1_8;
	arguments.nOptions = list->count;
	arguments.options = list->options;
	arguments.ignoreUnrecognized = JNI_FALSE;

	/* The machine's threads inherit this mask. */
	fill_server_signals(&server_signals);
	pthread_sigmask(SIG_BLOCK, &server_signals, &saved_signals);
	vm_words[0] = '\0';
	is_starting = true;
	status = create(&machine, &env, &arguments);
	is_starting = false;
	pthread_sigmask(SIG_SETMASK, &saved_signals, NULL);
	/* The Java library sets the process's locale from the environment; the server's collations depend on it. */
	setlocale(LC_ALL, locale);
	if (status == JNI_OK)
		vm_environment = (JNIEnv *) env;
	return status;
}

void
vm_start(void)
{
	Options		list = {NULL, 0, 0};
	int			stack = stack_kilobytes();
	CreateMachine create;
	jint		status;

	if (has_failed)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("Java did not start in this session"),
				 errhint("Correct the settings and open a new session.")));
	if (max_stack_depth > stack)
	{
		vm_stack_kilobytes = stack;
		vm_check_stack_setting();
	}
	collect_options(&list, stack);
	create = load_library();
	status = create_machine(create, &list);
	if (status != JNI_OK)
	{
		/* A second try in the same process is not possible. */
		has_failed = true;
		ereport(ERROR,
				(errcode(ERRCODE_CONFIG_FILE_ERROR),
				 errmsg("the Java virtual machine could not start, status %d", (int) status),
				 errdetail("%s", spoken_words())));
	}
	vm_stack_kilobytes = stack;
	on_exit(leave_at_once, NULL);
	mask_later_threads();
	PG_TRY();
	{
		host_load(vm_environment);
	}
	PG_CATCH();
	{
		has_failed = true;
		vm_environment = NULL;
		PG_RE_THROW();
	}
	PG_END_TRY();
	if (setting_archive_output[0] != '\0')
	{
		(*vm_environment)->CallStaticVoidMethod(vm_environment, host.host, host.load_statement_classes);
		/* Without them the archive is smaller and nothing else. */
		if ((*vm_environment)->ExceptionCheck(vm_environment))
			(*vm_environment)->ExceptionClear(vm_environment);
		on_proc_exit(write_archive_at_exit, (Datum) 0);
	}
}
