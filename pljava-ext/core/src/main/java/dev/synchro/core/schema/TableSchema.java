package dev.synchro.core.schema;

import dev.synchro.core.bytes.Utf8Order;
import dev.synchro.core.error.Malformed;
import dev.synchro.core.error.Rule;
import dev.synchro.core.value.PortableType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One synced table as clients see it. Fields and indexes stand in the order of their ids' UTF-8
 * octets, whatever order they are given in; that is the field order of every row. Contract 8.4.
 */
public record TableSchema(
    String tableId,
    String relationId,
    String name,
    Composition composition,
    String primaryKeyFieldId,
    Lifecycle lifecycle,
    List<FieldSchema> fields,
    List<IndexSchema> indexes) {
  /**
   * Puts fields and indexes in order and checks the table.
   *
   * @throws Malformed when a rule of contract 8.4 is broken
   */
  public TableSchema {
    Ids.require(tableId);
    Ids.require(relationId);
    Ids.require(name);
    Objects.requireNonNull(composition);
    Objects.requireNonNull(lifecycle);
    fields = sorted(fields, Comparator.comparing(FieldSchema::fieldId, Utf8Order.INSTANCE));
    indexes = sorted(indexes, Comparator.comparing(IndexSchema::indexId, Utf8Order.INSTANCE));
    checkFields(fields);
    checkKey(fields, primaryKeyFieldId);
    checkLifecycle(fields, lifecycle);
    checkIndexes(fields, indexes);
  }

  private static <T> List<T> sorted(List<T> given, Comparator<T> order) {
    List<T> sorted = new ArrayList<>(given);
    sorted.sort(order);
    return List.copyOf(sorted);
  }

  private static void checkFields(List<FieldSchema> fields) {
    if (fields.isEmpty()) {
      throw new Malformed(Rule.NO_FIELDS);
    }
    Ids ids = new Ids(Rule.DUPLICATE_ID);
    Ids names = new Ids(Rule.DUPLICATE_NAME);
    for (FieldSchema field : fields) {
      ids.add(field.fieldId());
      names.add(field.name());
    }
  }

  private static void checkKey(List<FieldSchema> fields, String keyFieldId) {
    int at = indexOf(fields, keyFieldId);
    if (at < 0) {
      throw new Malformed(Rule.KEY_NOT_A_FIELD);
    }
    FieldSchema key = fields.get(at);
    if (!key.type().isKeyType()) {
      throw new Malformed(Rule.KEY_TYPE);
    }
    if (key.nullable()) {
      throw new Malformed(Rule.NULLABLE_KEY);
    }
    if (key.writable()) {
      throw new Malformed(Rule.WRITABLE_KEY);
    }
  }

  private static void checkLifecycle(List<FieldSchema> fields, Lifecycle lifecycle) {
    checkLifecycleField(fields, lifecycle.createdAtFieldId());
    checkLifecycleField(fields, lifecycle.updatedAtFieldId());
    checkLifecycleField(fields, lifecycle.deletedAtFieldId());
  }

  private static void checkLifecycleField(List<FieldSchema> fields, Optional<String> fieldId) {
    if (fieldId.isEmpty()) {
      return;
    }
    int at = indexOf(fields, fieldId.get());
    boolean fits =
        at >= 0 && fields.get(at).type() == PortableType.DATETIME && !fields.get(at).writable();
    if (!fits) {
      throw new Malformed(Rule.LIFECYCLE_FIELD);
    }
  }

  private static void checkIndexes(List<FieldSchema> fields, List<IndexSchema> indexes) {
    Ids ids = new Ids(Rule.DUPLICATE_ID);
    Ids names = new Ids(Rule.DUPLICATE_NAME);
    for (IndexSchema index : indexes) {
      ids.add(index.indexId());
      names.add(index.name());
      for (String fieldId : index.fieldIds()) {
        if (indexOf(fields, fieldId) < 0) {
          throw new Malformed(Rule.INDEX_FIELD);
        }
      }
    }
  }

  /** Place of the field in {@link #fields}, by binary search; negative when there is none. */
  public int indexOf(String fieldId) {
    return indexOf(fields, fieldId);
  }

  private static int indexOf(List<FieldSchema> sorted, String fieldId) {
    int low = 0;
    int high = sorted.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Utf8Order.INSTANCE.compare(sorted.get(middle).fieldId(), fieldId);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  public Optional<FieldSchema> field(String fieldId) {
    int at = indexOf(fieldId);
    return at < 0 ? Optional.empty() : Optional.of(fields.get(at));
  }

  /** Place of the key in {@link #fields}. */
  public int keyIndex() {
    return indexOf(primaryKeyFieldId);
  }

  public FieldSchema keyField() {
    return fields.get(keyIndex());
  }
}
