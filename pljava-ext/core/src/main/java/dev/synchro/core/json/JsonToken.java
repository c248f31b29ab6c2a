package dev.synchro.core.json;

/** What {@link JsonScanner} can come upon. */
public enum JsonToken {
  OBJECT_START,
  OBJECT_END,
  ARRAY_START,
  ARRAY_END,
  NAME,
  STRING,
  NUMBER,
  TRUE,
  FALSE,
  NULL,
  END
}
