/**
 * Annotations from which the install script of a PostgreSQL extension is written.
 *
 * <p>They are read by the annotation processor while the extension's classes are compiled and leave
 * no trace in the class files. Exactly one class carries {@link dev.synchro.sqlgen.Extension}; all
 * other annotations sit on the class or method that uses the object they declare:
 *
 * <pre>{@code
 * @SqlTable(
 *     name = "setting",
 *     comment = "Operational settings of this database",
 *     columns = {
 *       @Column(name = "name", type = "text", primaryKey = true),
 *       @Column(name = "value", type = "text")
 *     },
 *     workerMay = Privilege.SELECT)
 * final class SettingTable {
 *
 *   // The first sentence of the method's Javadoc becomes the function's comment.
 *   @SqlFunction(name = "synchro_setting", executableBy = "synchro_operator")
 *   public static String value(String name) { ... }
 * }
 * }</pre>
 *
 * <p>Every object the script creates belongs to the extension's owner, is closed to PUBLIC, and
 * carries a comment. Text given as a name is quoted; text given as an expression, a condition or a
 * statement is written into the script as it stands.
 */
package dev.synchro.sqlgen;
