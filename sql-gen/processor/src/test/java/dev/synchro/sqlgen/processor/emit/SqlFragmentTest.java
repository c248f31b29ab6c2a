package dev.synchro.sqlgen.processor.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.QualifiedName;
import dev.synchro.sqlgen.processor.model.SqlTypeName;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlFragmentTest {

  @Test
  void kindOfPlaceholderDecidesHowItsArgumentIsWritten() {
    Identifier order = new Identifier("order");
    SqlFragment inner = SqlFragment.of("$I = $L", order, "$I");

    assertThat(
            SqlFragment.of(
                    "$N $T $D ($F) $R",
                    new QualifiedName(new Identifier("shop"), order),
                    SqlTypeName.parse("shop.box[]").orElseThrow(),
                    "it's",
                    inner,
                    "a $1 b")
                .print())
        .isEqualTo("shop.\"order\" shop.box[] $body$it's$body$ (\"order\" = '$I') a $1 b");
  }

  @Test
  void namesAreJoinedWithCommas() {
    assertThat(SqlFragment.names(List.of(new Identifier("a"), new Identifier("B"))).print())
        .isEqualTo("a, \"B\"");
  }

  @Test
  void argumentOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> SqlFragment.of("DROP TABLE $I", "users; --"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("$I cannot be a String in: DROP TABLE $I");
  }

  @Test
  void numberOfArgumentsMustMatch() {
    assertThatThrownBy(() -> SqlFragment.of("$L and $L", "a"))
        .hasMessage("placeholder without argument in: $L and $L");
    assertThatThrownBy(() -> SqlFragment.of("nothing", "a"))
        .hasMessage("argument without placeholder in: nothing");
    assertThatThrownBy(() -> SqlFragment.of("$X", "a")).hasMessage("unknown placeholder in: $X");
    assertThatThrownBy(() -> SqlFragment.of("$", "a")).hasMessage("unknown placeholder in: $");
  }
}
