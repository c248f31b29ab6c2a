package dev.synchro.worker.store;

/**
 * Every statement the store runs, by name, so that a test can prepare each one as {@code
 * synchro_worker} against a freshly installed extension. Arrays stand for sets of rows; joins run
 * as index look-ups in the order of the arrays, which are sorted like the indexes.
 */
public enum Statement {
  LOCK_DATABASE("SELECT pg_try_advisory_lock(1937337955, 1752330093)"),
  DATABASE_OID("SELECT oid FROM pg_database WHERE datname = current_database()"),
  SLOT(
      "SELECT slot_type, plugin, database = current_database(), temporary, two_phase,"
          + " coalesce(wal_status, ''), coalesce(invalidation_reason, ''),"
          + " confirmed_flush_lsn::text, restart_lsn::text, pg_current_wal_lsn()::text"
          + " FROM pg_replication_slots WHERE slot_name = ?"),
  /** Serializes everything that writes projections, and fences a worker that was replaced. */
  LOCK_PROGRESS(
      "SELECT stream_generation, slot_name, materialized_lsn::text, materialized_end_lsn::text,"
          + " acknowledged_lsn::text, registry_generation, schema_version"
          + " FROM synchro.progress WHERE worker_epoch = ? FOR UPDATE"),
  READ_PROGRESS(
      "SELECT stream_generation, slot_name, materialized_lsn::text, materialized_end_lsn::text,"
          + " acknowledged_lsn::text, registry_generation, schema_version,"
          + " generation_start_lsn::text, system_identifier, database_oid, timeline, worker_epoch"
          + " FROM synchro.progress"),
  TAKE_EPOCH("UPDATE synchro.progress SET worker_epoch = worker_epoch + 1 RETURNING worker_epoch"),
  ADVANCE_PROGRESS(
      "UPDATE synchro.progress SET materialized_lsn = ?::pg_lsn,"
          + " materialized_end_lsn = ?::pg_lsn, acknowledged_lsn = ?::pg_lsn"
          + " WHERE worker_epoch = ?"),
  /** The acknowledged position is stored before the slot is told. */
  ACKNOWLEDGE(
      "UPDATE synchro.progress SET acknowledged_lsn = ?::pg_lsn"
          + " WHERE worker_epoch = ? AND acknowledged_lsn < ?::pg_lsn"),
  CREATE_PROGRESS(
      "INSERT INTO synchro.progress (stream_generation, generation_start_lsn, slot_name,"
          + " materialized_lsn, materialized_end_lsn, acknowledged_lsn, registry_generation,"
          + " schema_version, system_identifier, database_oid, timeline, worker_epoch)"
          + " VALUES (1, ?::pg_lsn, ?, NULL, ?::pg_lsn, ?::pg_lsn, ?, ?, ?, ?::oid, ?, 1)"),
  LOAD_HEADS(
      "SELECT k.place, h.state, coalesce(h.image_id, 0), h.server_version, h.captured::text,"
          + " h.scopes FROM unnest(?::integer[], ?::bytea[]) WITH ORDINALITY"
          + " AS k (relation, key, place) JOIN synchro.row_head h"
          + " ON h.relation = k.relation AND h.key = k.key"),
  LOAD_ROWS(
      "SELECT k.place, i.row::text, h.captured::text"
          + " FROM unnest(?::integer[], ?::bytea[]) WITH ORDINALITY AS k (relation, key, place)"
          + " JOIN synchro.row_head h ON h.relation = k.relation AND h.key = k.key"
          + " LEFT JOIN synchro.row_image i ON i.image_id = h.image_id"),
  /** A page of the keys of the rows a relation has. */
  LOAD_KEYS(
      "SELECT key FROM synchro.row_head WHERE relation = ? AND key > ? AND state < 2"
          + " ORDER BY key LIMIT ?"),
  /**
   * Whether a relation has these columns under these numbers and types, and whether its row
   * security shows us every row.
   */
  RELATION_SIGHT(
      "SELECT (SELECT count(*) FROM unnest(?::text[], ?::integer[], ?::bigint[])"
          + " AS k (name, number, type) JOIN pg_attribute a ON a.attrelid = c.oid"
          + " AND a.attname = k.name AND a.attnum = k.number AND a.atttypid::bigint = k.type"
          + " AND NOT a.attisdropped) = ?, NOT c.relrowsecurity OR (EXISTS (SELECT FROM pg_policy p"
          + " WHERE p.polrelid = c.oid AND p.polpermissive AND p.polcmd IN ('r', '*')"
          + " AND 'synchro_worker'::regrole = ANY (p.polroles)"
          + " AND pg_get_expr(p.polqual, p.polrelid) = 'true') AND NOT EXISTS (SELECT"
          + " FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive"
          + " AND p.polcmd IN ('r', '*') AND (0 = ANY (p.polroles)"
          + " OR 'synchro_worker'::regrole = ANY (p.polroles))))"
          + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE c.oid = ?::oid AND n.nspname = ? AND c.relname = ?"),
  NEXT_IMAGE_IDS(
      "SELECT min(i.id), max(i.id) FROM (SELECT nextval('synchro.row_image_image_id_seq') AS id"
          + " FROM generate_series(1, ?)) AS i"),
  COPY_IMAGES(
      "COPY synchro.row_image (image_id, relation, row, row_digest, server_version)"
          + " FROM STDIN (FORMAT binary)"),
  COPY_HEADS(
      "COPY synchro.row_head (relation, key, state, image_id, server_version, captured, scopes,"
          + " commit_lsn, event_ordinal) FROM STDIN (FORMAT binary)"),
  COPY_ENTRIES(
      "COPY synchro.scope_entry (scope_pk, relation, key, present, image_id, row_digest,"
          + " removal_version, commit_lsn, event_ordinal, effect_ordinal)"
          + " FROM STDIN (FORMAT binary)"),
  UPDATE_HEADS(
      "UPDATE synchro.row_head h SET state = n.state, image_id = n.image_id,"
          + " server_version = n.server_version, captured = n.captured::json,"
          + " scopes = n.scopes::bigint[], commit_lsn = n.commit_lsn::pg_lsn,"
          + " event_ordinal = n.event_ordinal"
          + " FROM unnest(?::integer[], ?::bytea[], ?::smallint[], ?::bigint[], ?::text[],"
          + " ?::text[], ?::text[], ?::text[], ?::bigint[]) AS n (relation, key, state, image_id,"
          + " server_version, captured, scopes, commit_lsn, event_ordinal)"
          + " WHERE h.relation = n.relation AND h.key = n.key"),
  PUT_ENTRIES(
      "INSERT INTO synchro.scope_entry AS e (scope_pk, relation, key, present, image_id,"
          + " row_digest, removal_version, commit_lsn, event_ordinal, effect_ordinal)"
          + " SELECT n.scope_pk, n.relation, n.key, n.present, n.image_id, n.row_digest,"
          + " n.removal_version, n.commit_lsn::pg_lsn, n.event_ordinal, n.effect_ordinal"
          + " FROM unnest(?::bigint[], ?::integer[], ?::bytea[], ?::boolean[], ?::bigint[],"
          + " ?::bytea[], ?::text[], ?::text[], ?::bigint[], ?::bigint[]) AS n (scope_pk,"
          + " relation, key, present, image_id, row_digest, removal_version, commit_lsn,"
          + " event_ordinal, effect_ordinal)"
          + " ON CONFLICT (scope_pk, relation, key) DO UPDATE SET present = excluded.present,"
          + " image_id = excluded.image_id, row_digest = excluded.row_digest,"
          + " removal_version = excluded.removal_version, commit_lsn = excluded.commit_lsn,"
          + " event_ordinal = excluded.event_ordinal, effect_ordinal = excluded.effect_ordinal"),
  COPY_EDGES(
      "COPY synchro.reference_edge (relation, column_number, value, key)"
          + " FROM STDIN (FORMAT binary)"),
  DELETE_EDGES(
      "DELETE FROM synchro.reference_edge e USING unnest(?::integer[], ?::integer[], ?::bytea[],"
          + " ?::bytea[]) AS n (relation, column_number, value, key)"
          + " WHERE e.relation = n.relation AND e.column_number = n.column_number"
          + " AND e.value = n.value AND e.key = n.key"),
  /** The rows that lead to others by one of these values. */
  FIND_REFERRERS(
      "SELECT n.place, e.key FROM unnest(?::bytea[]) WITH ORDINALITY AS n (value, place)"
          + " CROSS JOIN LATERAL (SELECT g.key FROM synchro.reference_edge g"
          + " WHERE g.relation = ? AND g.column_number = ? AND g.value = n.value OFFSET 0) AS e"),
  /** What is needed of rows to file them. */
  LOAD_MEMBERS(
      "SELECT k.place, h.state, coalesce(h.image_id, 0), h.server_version, h.scopes, i.row_digest"
          + " FROM unnest(?::bytea[]) WITH ORDINALITY AS k (key, place) CROSS JOIN LATERAL (SELECT"
          + " r.* FROM synchro.row_head r WHERE r.relation = ? AND r.key = k.key OFFSET 0) AS h"
          + " LEFT JOIN synchro.row_image i ON i.image_id = h.image_id"),
  UPDATE_MEMBERSHIPS(
      "UPDATE synchro.row_head h SET scopes = n.scopes::bigint[]"
          + " FROM unnest(?::integer[], ?::bytea[], ?::text[]) AS n (relation, key, scopes)"
          + " WHERE h.relation = n.relation AND h.key = n.key"),
  /** What the fingerprint of a function is now; NULL when it is gone. */
  FUNCTION_FINGERPRINT("SELECT synchro.synchro_coordinator_function_fingerprint(?::oid)"),
  /** A page of the keys of a relation's live rows. */
  LOAD_LIVE_KEYS(
      "SELECT key FROM synchro.row_head WHERE relation = ? AND key > ? AND state = 0"
          + " ORDER BY key LIMIT ?"),
  SUPERSEDE_IMAGES(
      "UPDATE synchro.row_image SET superseded_at = now() WHERE image_id = ANY (?::bigint[])"),
  FIND_SCOPES("SELECT scope_id, scope_pk FROM synchro.scope WHERE scope_id = ANY (?::text[])"),
  CREATE_SCOPES(
      "INSERT INTO synchro.scope (scope_id, digest) SELECT n.scope_id, n.digest FROM"
          + " unnest(?::text[], ?::bytea[]) AS n (scope_id, digest) ON CONFLICT (scope_id) DO"
          + " NOTHING"),
  LOAD_SCOPES(
      "SELECT scope_pk, scope_id, cardinality, digest FROM synchro.scope"
          + " WHERE scope_pk = ANY (?::bigint[])"),
  /** The present entries of a set of scopes, in index order. */
  LOAD_ENTRIES(
      "SELECT scope_pk, relation, key, row_digest FROM synchro.scope_entry"
          + " WHERE scope_pk = ANY (?::bigint[]) AND present ORDER BY scope_pk, relation, key"),
  /** The present entries of one relation in one scope, in index order. */
  STREAM_ENTRIES(
      "SELECT key, row_digest FROM synchro.scope_entry"
          + " WHERE scope_pk = ? AND relation = ? AND present ORDER BY key"),
  UPDATE_SCOPES(
      "UPDATE synchro.scope s SET cardinality = n.cardinality, digest = n.digest FROM"
          + " unnest(?::bigint[], ?::bigint[], ?::bytea[]) AS n (scope_pk, cardinality, digest)"
          + " WHERE s.scope_pk = n.scope_pk"),
  /**
   * Only an epoch that a committed push of that client recorded together with this transaction
   * counts; everything else is a forgery. Contract 9.3.
   */
  RAISE_EPOCHS(
      "UPDATE synchro.client_capture k SET materialized_write_epoch = m.epoch"
          + " FROM (SELECT c.client_pk, max(n.epoch) AS epoch"
          + " FROM unnest(?::uuid[], ?::bigint[], ?::text[]) AS n (client, epoch, xid)"
          + " JOIN synchro.client c ON c.internal_id = n.client"
          + " JOIN synchro.push_batch b ON b.client_pk = c.client_pk AND b.epoch = n.epoch"
          + " AND xid(b.transaction_id) = n.xid::xid GROUP BY c.client_pk) AS m"
          + " WHERE k.client_pk = m.client_pk AND k.materialized_write_epoch < m.epoch"),
  /** A commit can be decoded a moment before other sessions see it; its lock goes last. */
  RUNNING_TRANSACTIONS(
      "SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND granted"
          + " AND transactionid::text = ANY (?::text[])"),
  EPOCHS_OF_SNAPSHOT("SELECT client_pk, accepted_write_epoch FROM synchro.client"),
  SET_EPOCHS(
      "UPDATE synchro.client_capture k SET materialized_write_epoch = n.epoch"
          + " FROM unnest(?::bigint[], ?::bigint[]) AS n (client_pk, epoch)"
          + " WHERE k.client_pk = n.client_pk"),
  NEWEST_REGISTRY(
      "SELECT generation, state, content::text FROM synchro.registry_generation"
          + " ORDER BY generation DESC LIMIT 1"),
  READ_REGISTRY("SELECT content::text FROM synchro.registry_generation WHERE generation = ?"),
  SUPERSEDE_REGISTRIES(
      "UPDATE synchro.registry_generation SET state = 'superseded'"
          + " WHERE generation < ? AND state <> 'superseded'"),
  ACTIVATE_REGISTRY(
      "UPDATE synchro.registry_generation SET state = 'active', activated_at = now()"
          + " WHERE generation = ? AND state = 'pending'"),
  /**
   * Keeps the entries of the publication that rows have been followed under, unless all rows are
   * read anew.
   */
  RECORD_PUBLISHED(
      "UPDATE synchro.registry_generation AS g SET published = (SELECT json_object_agg("
          + "r.relation_id, coalesce(former.published ->> r.relation_id, e.oid::text))"
          + " FROM json_to_recordset(g.content -> 'relations') AS r (relation_id text, oid oid)"
          + " LEFT JOIN pg_publication_rel AS e ON e.prrelid = r.oid AND e.prpubid ="
          + " (SELECT p.oid FROM pg_publication AS p WHERE p.pubname = coalesce((SELECT s.value"
          + " FROM synchro.setting AS s WHERE s.name = 'synchro.publication_name'),"
          + " 'synchro_pub'))"
          + " LEFT JOIN (SELECT f.published FROM synchro.registry_generation AS f"
          + " WHERE NOT ?::boolean AND f.generation < ? AND f.activated_at IS NOT NULL"
          + " ORDER BY f.generation DESC LIMIT 1) AS former ON true) WHERE g.generation = ?"),
  PUBLISH_MANIFEST(
      "INSERT INTO synchro.schema_manifest (schema_version, schema_hash, parent_version,"
          + " transition_class, registry_generation, manifest, affected_scopes)"
          + " SELECT ?, ?, ?, ?, ?, ?::json, coalesce(array_agg(a.scope_id ORDER BY a.scope_id),"
          + " '{}') FROM (SELECT scope_id FROM synchro.scope WHERE scope_pk = ANY (?::bigint[])"
          + " UNION SELECT unnest(?::text[])) AS a (scope_id)"),
  /** The oldest generation that waits to be activated comes last: the newest replaces it. */
  PENDING_REGISTRY(
      "SELECT generation, content::text FROM synchro.registry_generation"
          + " WHERE state = 'pending' ORDER BY generation DESC LIMIT 1"),
  /** A transaction of our own, by which a place in the stream is known. */
  MARK_STREAM(
      "SELECT xid(pg_current_xact_id())::text,"
          + " pg_logical_emit_message(true, 'synchro_boundary', '')::text"),
  DRIFT("SELECT synchro.synchro_coordinator_drift(), pg_current_wal_insert_lsn()::text"),
  CONFIRMED_POSITION(
      "SELECT confirmed_flush_lsn::text FROM pg_replication_slots WHERE slot_name = ?"),
  HAS_ROWS("SELECT EXISTS (SELECT FROM synchro.row_head WHERE relation = ? AND state < 2)"),
  HAS_VALUE(
      "SELECT EXISTS (SELECT FROM synchro.row_head h JOIN synchro.row_image i USING (image_id)"
          + " WHERE h.relation = ? AND h.state < 2 AND (i.row ->> ?) IS NOT NULL)"),
  /** A page of the stored rows of a relation, fences included, in the order of their keys. */
  READ_ROWS(
      "SELECT h.key, h.state, coalesce(h.image_id, 0), h.server_version, h.captured::text,"
          + " h.scopes, h.commit_lsn::text, h.event_ordinal, i.row::text"
          + " FROM synchro.row_head h LEFT JOIN synchro.row_image i USING (image_id)"
          + " WHERE h.relation = ? AND h.key > ? ORDER BY h.key LIMIT ?"),
  /** Rows that are stored under one number and not under the other. */
  READ_UNSTAGED(
      "SELECT r.key, r.state, coalesce(r.image_id, 0), r.server_version, NULL, r.scopes,"
          + " r.commit_lsn::text, r.event_ordinal, NULL FROM synchro.row_head r"
          + " WHERE r.relation = ? AND r.key > ? AND r.state < 2 AND NOT EXISTS (SELECT"
          + " FROM synchro.row_head s WHERE s.relation = - r.relation AND s.key = r.key)"
          + " ORDER BY r.key LIMIT ?"),
  /** A page of the staged rows that leave a scope their predecessor is in. */
  READ_LEAVING(
      "SELECT h.key, h.state, coalesce(h.image_id, 0), h.server_version, h.captured::text,"
          + " h.scopes, h.commit_lsn::text, h.event_ordinal, i.row::text"
          + " FROM synchro.row_head h LEFT JOIN synchro.row_image i USING (image_id)"
          + " WHERE h.relation = ? AND h.key > ? AND EXISTS (SELECT FROM synchro.row_head o"
          + " WHERE o.relation = - h.relation AND o.key = h.key AND NOT o.scopes <@"
          + " CASE WHEN h.state = 0 THEN h.scopes ELSE '{}' END) ORDER BY h.key LIMIT ?"),
  /** Whether some staged row is to be in other scopes than its predecessor. */
  STAGED_MEMBERSHIP_DIFFERS(
      "SELECT EXISTS (SELECT FROM synchro.row_head s LEFT JOIN synchro.row_head o"
          + " ON o.relation = - s.relation AND o.key = s.key WHERE s.relation = ?"
          + " AND coalesce(o.scopes, '{}') <> CASE WHEN s.state = 0 THEN s.scopes ELSE '{}' END)"),
  LOOK_AT_HEADS(
      "SELECT k.place, h.state, h.server_version, h.scopes"
          + " FROM unnest(?::bytea[]) WITH ORDINALITY AS k (key, place)"
          + " JOIN synchro.row_head h ON h.relation = ? AND h.key = k.key"),
  REPLACE_HEADS(
      "UPDATE synchro.row_head h SET state = n.state,"
          + " image_id = CASE WHEN n.state = 2 THEN NULL ELSE h.image_id END,"
          + " server_version = n.server_version, captured = CASE WHEN n.state = 2 THEN NULL"
          + " ELSE h.captured END, scopes = n.scopes::bigint[]"
          + " FROM unnest(?::integer[], ?::bytea[], ?::smallint[], ?::text[], ?::text[])"
          + " AS n (relation, key, state, server_version, scopes)"
          + " WHERE h.relation = n.relation AND h.key = n.key"),
  /** Enters the staged rows of a relation that has no entries into their scopes. */
  FILE_STAGED(Filing.ENTRIES + Filing.STAGED + Filing.ORDER),
  /** Enters staged rows into the scopes where they are not members with the same version yet. */
  FILE_REPLACING(
      Filing.ENTRIES
          + " LEFT JOIN synchro.row_head o ON o.relation = n.relation AND o.key = s.key"
          + Filing.STAGED
          + " AND (o.state IS DISTINCT FROM 0 OR o.server_version IS DISTINCT FROM s.server_version"
          + " OR NOT m.scope_pk = ANY (o.scopes))"
          + Filing.ORDER
          + " ON CONFLICT (scope_pk, relation, key) DO UPDATE SET present = excluded.present,"
          + " image_id = excluded.image_id, row_digest = excluded.row_digest,"
          + " removal_version = excluded.removal_version, commit_lsn = excluded.commit_lsn,"
          + " event_ordinal = excluded.event_ordinal, effect_ordinal = excluded.effect_ordinal"),
  /** Staged rows stay in the scopes of their predecessors. */
  KEEP_SCOPES(
      "UPDATE synchro.row_head s SET scopes = o.scopes FROM synchro.row_head o"
          + " WHERE s.relation = ? AND o.relation = - s.relation AND o.key = s.key"
          + " AND o.scopes <> '{}'"),
  SUPERSEDE_REPLACED(
      "UPDATE synchro.row_image i SET superseded_at = now() FROM synchro.row_head o"
          + " JOIN synchro.row_head s ON s.relation = - o.relation AND s.key = o.key"
          + " WHERE o.relation = ? AND i.image_id = o.image_id"),
  REMOVE_REPLACED(
      "DELETE FROM synchro.row_head o USING synchro.row_head s"
          + " WHERE o.relation = ? AND s.relation = - o.relation AND s.key = o.key"),
  SETTLE_HEADS("UPDATE synchro.row_head SET relation = - relation WHERE relation = ?"),
  /** Effects of one event in one scope are numbered in the order of row identities. */
  NUMBER_EFFECTS(
      "UPDATE synchro.scope_entry e SET effect_ordinal = n.number FROM (SELECT a.scope_pk,"
          + " a.relation, a.key, row_number() OVER (PARTITION BY a.scope_pk, a.commit_lsn,"
          + " a.event_ordinal ORDER BY array_position(?::integer[], a.relation), a.key) - 1"
          + " AS number FROM synchro.scope_entry a WHERE a.commit_lsn > ?::pg_lsn"
          + " AND a.event_ordinal < 9223372036854775807) AS n WHERE e.scope_pk = n.scope_pk"
          + " AND e.relation = n.relation AND e.key = n.key AND e.effect_ordinal <> n.number"),
  SCOPES_AT_PLACE(
      "SELECT DISTINCT scope_pk FROM synchro.scope_entry WHERE relation = ?"
          + " AND commit_lsn = ?::pg_lsn AND event_ordinal = ?"),
  /** One of the images staged for a relation. */
  FIRST_IMAGE(
      "SELECT i.row::text, i.server_version, i.row_digest FROM synchro.row_head h"
          + " JOIN synchro.row_image i USING (image_id) WHERE h.relation = ? LIMIT 1"),
  REMOVE_STAGED_IMAGES(
      "DELETE FROM synchro.row_image i USING synchro.row_head h"
          + " WHERE h.relation = ? AND i.image_id = h.image_id"),
  /** The newest images of some relations, in the order they are stored in. */
  READ_IMAGES(
      "SELECT image_id, relation, row::text, server_version FROM synchro.row_image"
          + " WHERE relation = ANY (?::integer[]) AND superseded_at IS NULL"),
  REDIGEST_IMAGES(
      "UPDATE synchro.row_image i SET row_digest = n.digest"
          + " FROM unnest(?::bigint[], ?::bytea[]) AS n (image_id, digest)"
          + " WHERE i.image_id = n.image_id"),
  /** Members show the digest their image has now. Images of other relations are not looked at. */
  REDIGEST_ENTRIES(
      "UPDATE synchro.scope_entry e SET row_digest = i.row_digest FROM synchro.row_image i"
          + " WHERE e.relation = ANY (?::integer[]) AND e.present AND i.image_id = e.image_id"
          + " AND i.relation = e.relation AND i.relation = ANY (?::integer[])"
          + " AND i.row_digest <> e.row_digest"),
  /** Members show the image their row has now. */
  REFRESH_ENTRIES(
      "UPDATE synchro.scope_entry e SET image_id = h.image_id, row_digest = i.row_digest"
          + " FROM synchro.row_head h JOIN synchro.row_image i USING (image_id)"
          + " WHERE e.relation = ? AND e.present AND h.relation = e.relation AND h.key = e.key"
          + " AND (e.image_id <> h.image_id OR e.row_digest <> i.row_digest)"),
  /** A removal that is delivered with its row goes on showing the row's newest image. */
  REFRESH_TOMBSTONES(
      "UPDATE synchro.scope_entry e SET image_id = h.image_id FROM synchro.row_head h,"
          + " synchro.row_image o WHERE e.relation = ? AND NOT e.present"
          + " AND o.image_id = e.image_id AND h.relation = e.relation AND h.key = e.key"
          + " AND h.state = 1 AND o.server_version = h.server_version"
          + " AND h.image_id <> e.image_id"),
  /** A page of the keys of the rows that are live or still filed under a scope. */
  LOAD_FILED_KEYS(
      "SELECT key, commit_lsn::text, event_ordinal FROM synchro.row_head WHERE relation = ?"
          + " AND key > ? AND (state = 0 OR scopes <> '{}') ORDER BY key LIMIT ?"),
  /** Members whose row changed by more than its image's number. */
  MOVE_CHANGED_ENTRIES(
      "UPDATE synchro.scope_entry e SET image_id = h.image_id, row_digest = i.row_digest,"
          + " commit_lsn = CASE WHEN h.commit_lsn > n.since THEN h.commit_lsn ELSE n.lsn END,"
          + " event_ordinal = CASE WHEN h.commit_lsn > n.since THEN h.event_ordinal"
          + " ELSE 9223372036854775807 END, effect_ordinal = 0"
          + " FROM synchro.row_head h JOIN synchro.row_image i USING (image_id),"
          + " synchro.row_image o, (SELECT ?::pg_lsn, ?::pg_lsn) AS n (since, lsn)"
          + " WHERE e.relation = ? AND e.present AND h.relation = e.relation AND h.key = e.key"
          + " AND o.image_id = e.image_id AND o.server_version <> h.server_version"),
  REMOVE_EDGES("DELETE FROM synchro.reference_edge WHERE relation = ?"),
  REMOVE_ENTRIES("DELETE FROM synchro.scope_entry WHERE relation = ?"),
  FORGET_REMOVALS("DELETE FROM synchro.scope_entry WHERE relation = ? AND NOT present"),
  REMOVE_HEADS("DELETE FROM synchro.row_head WHERE relation = ?"),
  REMOVE_IMAGES("DELETE FROM synchro.row_image WHERE relation = ?"),
  SCOPES_OF_RELATION(
      "SELECT DISTINCT scope_pk FROM synchro.scope_entry WHERE relation = ? AND present"),
  /** All scopes with the number of their members. */
  COUNT_SCOPES(
      "SELECT s.scope_pk, s.scope_id, coalesce(c.members, 0) FROM synchro.scope s"
          + " LEFT JOIN (SELECT e.scope_pk, count(*) AS members FROM synchro.scope_entry e"
          + " WHERE e.present GROUP BY e.scope_pk) AS c USING (scope_pk) ORDER BY s.scope_pk"),
  /** The members of all scopes, by scope, place of their relation and key. */
  ALL_ENTRIES(
      "SELECT e.scope_pk, e.relation, e.key, e.row_digest FROM synchro.scope_entry e"
          + " WHERE e.present"
          + " ORDER BY e.scope_pk, array_position(?::integer[], e.relation), e.key"),
  RENEW_MEMBERSHIP(
      "UPDATE synchro.scope SET membership_generation = membership_generation + 1"
          + " WHERE scope_pk = ANY (?::bigint[]) OR scope_id = ANY (?::text[])"),
  STAGE_EPOCHS(
      "INSERT INTO synchro.staged_epoch (client_pk, accepted_write_epoch)"
          + " SELECT n.client_pk, n.epoch FROM unnest(?::bigint[], ?::bigint[])"
          + " AS n (client_pk, epoch)"),
  FORGET_STAGED_EPOCHS("DELETE FROM synchro.staged_epoch"),
  /** A client that the baseline did not see has pushed nothing before it. */
  TAKE_STAGED_EPOCHS(
      "UPDATE synchro.client_capture k SET materialized_write_epoch = coalesce((SELECT"
          + " s.accepted_write_epoch FROM synchro.staged_epoch s"
          + " WHERE s.client_pk = k.client_pk), 1)"),
  FORGET_ENTRIES("DELETE FROM synchro.scope_entry"),
  FORGET_CHECKPOINTS("DELETE FROM synchro.client_checkpoint"),
  FORGET_REBUILDS("DELETE FROM synchro.rebuild_session"),
  FORGET_SNAPSHOTS("DELETE FROM synchro.rebuild_snapshot"),
  /** Positions of an earlier stream generation mean nothing any more. */
  FORGET_POSITIONS(
      "UPDATE synchro.row_head SET commit_lsn = '0/0', event_ordinal = -1"
          + " WHERE commit_lsn <> '0/0'"),
  RENEW_RETENTION(
      "UPDATE synchro.scope SET retention_generation = retention_generation + 1,"
          + " floor_lsn = '0/0', floor_event = -1, floor_effect = 0"),
  RESET_POISON(
      "UPDATE synchro.poison SET state = 'reset', ended_at = now() WHERE state = 'active'"),
  RESET_FAULTS("UPDATE synchro.integrity_fault SET cleared_at = now() WHERE cleared_at IS NULL"),
  RESET_PROGRESS(
      "UPDATE synchro.progress SET stream_generation = stream_generation + 1,"
          + " generation_start_lsn = ?::pg_lsn, slot_name = ?, materialized_lsn = NULL,"
          + " materialized_end_lsn = ?::pg_lsn, acknowledged_lsn = ?::pg_lsn,"
          + " registry_generation = ?, schema_version = ?, system_identifier = ?,"
          + " database_oid = ?::oid, timeline = ? WHERE worker_epoch = ?"),
  ACTIVATE_PROGRESS(
      "UPDATE synchro.progress SET materialized_lsn = ?::pg_lsn,"
          + " materialized_end_lsn = ?::pg_lsn, acknowledged_lsn = ?::pg_lsn,"
          + " registry_generation = ?, schema_version = ? WHERE worker_epoch = ?"),
  READ_MANIFEST("SELECT manifest::text FROM synchro.schema_manifest WHERE schema_version = ?"),
  SETTING("SELECT value FROM synchro.setting WHERE name = ?"),
  OPEN_OPERATION(
      "SELECT operation_id::text, kind, state, candidate_slot, target_generation,"
          + " consistent_point::text, abort_requested FROM synchro.coordination"
          + " WHERE state NOT IN ('cleanup_complete', 'aborted')"),
  REQUEST_BOOTSTRAP(
      "INSERT INTO synchro.coordination (operation_id, kind, state, target_generation)"
          + " VALUES (gen_random_uuid(), 'projection_bootstrap', 'requested', ?)"),
  TARGET_OPERATION(
      "UPDATE synchro.coordination SET target_generation = ?, updated_at = now()"
          + " WHERE state NOT IN ('cleanup_complete', 'aborted')"),
  ABORT_OPERATION(
      "UPDATE synchro.coordination SET state = 'aborted', reason = ?, candidate_slot = NULL,"
          + " updated_at = now() WHERE state NOT IN ('cleanup_complete', 'aborted')"),
  REQUEST_OPERATION(
      "INSERT INTO synchro.coordination (operation_id, kind, state, target_generation)"
          + " VALUES (gen_random_uuid(), 'stream_reset', 'requested', 1)"),
  ADVANCE_OPERATION(
      "UPDATE synchro.coordination SET state = ?, candidate_slot = ?, consistent_point = ?::pg_lsn,"
          + " updated_at = now() WHERE state NOT IN ('cleanup_complete', 'aborted')"),
  /** As long as the operation is still the one of this slot; another one fails to match. */
  ADVANCE_OWN_OPERATION(
      "UPDATE synchro.coordination SET state = ?, candidate_slot = ?, consistent_point = ?::pg_lsn,"
          + " updated_at = now() WHERE state = ? AND candidate_slot IS NOT DISTINCT FROM ?"),
  /** Whoever gives the operation up waits until the rows written under it are committed. */
  HOLD_OWN_OPERATION(
      "SELECT FROM synchro.coordination WHERE state = 'staging' AND candidate_slot = ? FOR SHARE"),
  RECORD_POISON(
      "INSERT INTO synchro.poison (stream_generation, commit_lsn, class, detail, relation_id,"
          + " attempts) VALUES (?, ?::pg_lsn, ?, ?, ?::uuid, 0)"
          + " ON CONFLICT (state) WHERE state = 'active' DO UPDATE SET"
          + " commit_lsn = excluded.commit_lsn, class = excluded.class, detail = excluded.detail,"
          + " relation_id = excluded.relation_id, attempts = poison.attempts + 1,"
          + " retry_requested = false"),
  ACTIVE_POISON(
      "SELECT commit_lsn::text, retry_requested FROM synchro.poison WHERE state = 'active'"),
  FLUSHED_WAL("SELECT pg_current_wal_flush_lsn()::text"),
  REPAIR_POISON(
      "UPDATE synchro.poison SET state = 'repaired', ended_at = now(), attempts = attempts + 1"
          + " WHERE state = 'active'"),
  REPAIR_EVALUATION_POISON(
      "UPDATE synchro.poison SET state = 'repaired', ended_at = now(), attempts = attempts + 1"
          + " WHERE state = 'active' AND class = 'scope_evaluation_failed'"),
  RECORD_FAULT("INSERT INTO synchro.integrity_fault (code, commit_lsn) VALUES (?, ?::pg_lsn)"),
  BEAT(
      "INSERT INTO synchro.worker_heartbeat AS h (database_name, login_name, login_oid,"
          + " backend_pid, state, registry_generation, received_lsn, materialized_lsn,"
          + " acknowledged_lsn, oldest_pending_commit_at, wal_observed_at, beat_at) SELECT"
          + " current_database(), session_user, r.oid, ?, ?, ?, ?::pg_lsn, ?::pg_lsn, ?::pg_lsn,"
          + " ?::timestamptz, ?::timestamptz, clock_timestamp() FROM pg_roles r WHERE r.rolname ="
          + " session_user ON CONFLICT (singleton) DO UPDATE SET database_name ="
          + " excluded.database_name, login_name = excluded.login_name, login_oid ="
          + " excluded.login_oid, backend_pid = excluded.backend_pid, state = excluded.state,"
          + " registry_generation = excluded.registry_generation, received_lsn ="
          + " excluded.received_lsn, materialized_lsn = excluded.materialized_lsn, acknowledged_lsn"
          + " = excluded.acknowledged_lsn, oldest_pending_commit_at ="
          + " excluded.oldest_pending_commit_at, wal_observed_at = excluded.wal_observed_at,"
          + " beat_at = excluded.beat_at");

  /** Parts of the statements that file the staged rows of a relation. */
  private static final class Filing {
    private static final String ENTRIES =
        "INSERT INTO synchro.scope_entry (scope_pk, relation, key, present, image_id, row_digest,"
            + " removal_version, commit_lsn, event_ordinal, effect_ordinal) SELECT m.scope_pk,"
            + " n.relation, s.key, true, s.image_id, i.row_digest, NULL,"
            + " CASE WHEN s.commit_lsn > n.since THEN s.commit_lsn ELSE n.lsn END,"
            + " CASE WHEN s.commit_lsn > n.since THEN s.event_ordinal ELSE n.event_ordinal END, 0"
            + " FROM (SELECT ?::integer AS relation, ?::pg_lsn AS since, ?::pg_lsn AS lsn,"
            + " ?::bigint AS event_ordinal) AS n CROSS JOIN synchro.row_head s"
            + " JOIN synchro.row_image i USING (image_id)"
            + " CROSS JOIN LATERAL unnest(s.scopes) AS m (scope_pk)";
    private static final String STAGED = " WHERE s.relation = ? AND s.state = 0";
    private static final String ORDER = " ORDER BY m.scope_pk, s.key";
  }

  private final String sql;

  Statement(String sql) {
    this.sql = sql;
  }

  public String sql() {
    return sql;
  }
}
