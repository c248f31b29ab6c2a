package dev.synchro.suite.calls;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check that every answer of push goes through notices each break of contract 5.4.2. */
final class PushAnswersTest {
  private static final String REQUEST =
      "{'batch_id':'b','mutations':["
          + "{'mutation_id':'m1','table':'t','pk':{'k':'1'},'op':'insert'},"
          + "{'mutation_id':'m2','table':'t','pk':{'k':'2'},'op':'delete'},"
          + "{'mutation_id':'m3','table':'t','pk':{'k':'3'},'op':'update'},"
          + "{'mutation_id':'m4','table':'t','pk':{'k':'4'},'op':'update'}]}";
  private static final String ANSWER =
      "{'batch_id':'b','server_time':'s','accepted':["
          + "{'mutation_id':'m1','table':'t','pk':{'k':'1'},'outcome_schema':{},"
          + "'status':'applied','server_version':'v1.a','server_row':{},'row_checksum':{}},"
          + "{'mutation_id':'m2','table':'t','pk':{'k':'2'},'outcome_schema':{},"
          + "'status':'applied','server_version':'d1.a'}],'rejected':["
          + "{'mutation_id':'m3','table':'t','pk':{'k':'3'},'outcome_schema':{},"
          + "'status':'conflict','code':'version_conflict','message':'version conflict',"
          + "'server_version':'v1.b','server_row':{},'row_checksum':{}},"
          + "{'mutation_id':'m4','table':'t','pk':{'k':'4'},'outcome_schema':{},"
          + "'status':'rejected_terminal','code':'policy_rejected','message':'policy rejected'}]}";

  private static Json json(String text) {
    return Json.parse(text.replace('\'', '"'));
  }

  @Test
  void a_right_answer_passes() {
    assertThatCode(() -> PushAnswers.check(json(REQUEST), json(ANSWER))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'batch_id':'b' | 'batch_id':'c'",
        "'mutation_id':'m4' | 'mutation_id':'m3'",
        "'mutation_id':'m4' | 'mutation_id':'m9'",
        "'k':'4' | 'k':'5'",
        "'status':'applied','server_version':'v1.a' | 'status':'conflict','server_version':'v1.a'",
        "'server_version':'v1.a','server_row':{} | 'server_version':'v1.a'",
        "'server_version':'v1.a' | 'server_version':'d1.a'",
        "'server_version':'d1.a' | 'server_version':'v1.a'",
        "'server_version':'v1.b',|",
        "'code':'version_conflict' | 'code':'row_not_found'",
        "'code':'version_conflict' | 'code':'policy_rejected'",
        "version conflict | version_conflict",
        "'code':'policy_rejected' | 'code':'out_of_luck'",
        "'message':'policy rejected' | 'message':'policy rejected','server_version':'v1.c'",
        "'server_time':'s' | 'server_time':'s','more':1"
      })
  void an_answer_with_one_difference_fails(String right, String wrong) {
    String broken = ANSWER.replace(right, wrong == null ? "" : wrong);
    assertThatThrownBy(() -> PushAnswers.check(json(REQUEST), json(broken)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void outcomes_in_another_order_fail() {
    String swapped = REQUEST.replace("'m1'", "'x'").replace("'m2'", "'m1'").replace("'x'", "'m2'");
    String answer =
        ANSWER.replace("{'k':'1'}", "{'k':'2'}").replaceFirst("\\{'k':'2'\\}", "{'k':'2'}");
    assertThatThrownBy(() -> PushAnswers.check(json(swapped), json(answer)))
        .isInstanceOf(AssertionError.class);
  }
}
