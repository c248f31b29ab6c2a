package dev.synchro.sqlgen.processor.read;

import dev.synchro.sqlgen.processor.check.Place;
import dev.synchro.sqlgen.processor.check.Requirement;
import dev.synchro.sqlgen.processor.check.Rule;
import dev.synchro.sqlgen.processor.model.Identifier;
import dev.synchro.sqlgen.processor.model.SqlObject.RoutineParameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The parameters of one routine while they are read. */
final class ParameterList {

  private final Reading reading;
  private final List<RoutineParameter> parameters = new ArrayList<>();
  private final List<Requirement> requirements = new ArrayList<>();
  private final Set<Identifier> names = new HashSet<>();
  private boolean nullable;

  ParameterList(Reading reading) {
    this.reading = reading;
  }

  void add(RoutineParameter parameter, boolean acceptsNull, Place place) {
    if (!names.add(parameter.name())) {
      reading.refuse(place, Rule.REPEATED, "parameter %s is already declared", parameter.name());
    }
    boolean afterDefault =
        !parameters.isEmpty() && parameters.get(parameters.size() - 1).defaultValue().isPresent();
    if (afterDefault && parameter.defaultValue().isEmpty()) {
      reading.refuse(
          place,
          Rule.DEFAULT_ORDER,
          "parameter %s needs a default because the one before has one",
          parameter.name());
    }
    nullable |= acceptsNull;
    parameters.add(parameter);
    requirements.addAll(reading.requirementOf(parameter.type(), place));
  }

  List<RoutineParameter> list() {
    return parameters;
  }

  List<Requirement> requirements() {
    return requirements;
  }

  /** Whether NULL in any parameter may be answered with NULL without running the routine. */
  boolean strict() {
    return !nullable;
  }
}
