/**
 * How long an attach waits for a JVM, in ms: first at each step of a connection, then timeouts by what the JVM is
 * asked. A timeout covers the whole request, so an answer may be silent for as long.
 */
export const attachWaitMs = {
  /** Until it accepts the connection. */
  connect: 5000,
  /** Until it opens its socket: the JDK's own client waits as long. */
  listener: 10_000,
  /**
   * For each request of a recording without a limit of its own: enough for a JVM that is starved of CPU; a person waits
   * for the answer. Also for the question before a profiler that was left is stopped (stop-left-agent.ts).
   */
  question: 15_000,
  /** For all requests of an examination together: less than `defaultTimeoutMs` of lib/capture/doctor/doctor.ts. */
  examination: 12_000,
  /** For a symbol map: a JVM in a long pause must not hold up the recording. */
  symbolMap: 5000,
  /** For the symbol map of a recording that asks for one alone, at its end. */
  onlySymbolMap: 15_000,
  /** For an agent to be loaded. */
  agent: 60_000,
  /**
   * For a command of JFR: the first one has the JVM load and rewrite its own classes; 17 s were seen on a busy machine.
   */
  jfr: 90_000,
} as const
