package dev.synchro.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A line to a server that works and loses the next answer of a call when told to. */
final class LostAnswers implements SyncCalls {

  private final SyncCalls server;
  private final Set<SyncCall> losing = EnumSet.noneOf(SyncCall.class);
  private final Map<SyncCall, List<String>> requests = new EnumMap<>(SyncCall.class);

  LostAnswers(SyncCalls server) {
    this.server = server;
  }

  void loseAnswerOf(SyncCall call) {
    losing.add(call);
  }

  List<String> requests(SyncCall call) {
    return requests.getOrDefault(call, List.of());
  }

  @Override
  public byte[] call(SyncCall call, byte[] request) throws TransportFailure {
    requests
        .computeIfAbsent(call, first -> new ArrayList<>())
        .add(new String(request, StandardCharsets.UTF_8));
    byte[] answer = server.call(call, request);
    if (losing.remove(call)) {
      throw new TransportFailure("the answer was lost");
    }
    return answer;
  }
}
