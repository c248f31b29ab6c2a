package demo;

import dev.synchro.sqlgen.*;

@SqlTable(
    name = "item",
    comment = "Items",
    columns = {
      @Column(name = "", type = "bigint"),
      @Column(
          name = "a_name_of_sixty_four_octets_is_cut_by_PostgreSQL_without_a_wordX",
          type = "bigint"),
      @Column(name = "tab\there", type = "bigint"),
      @Column(
          name = "identity_whose_sequence_would_have_a_name_too_long_for_it",
          type = "bigint",
          identity = Identity.ALWAYS)
    })
final class Source {}
