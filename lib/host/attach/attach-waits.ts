/** How long an attach waits for a JVM: first at each of its steps, then in all by what it is asked. */
export const attachWaitMs = {
  /** Until it accepts the connection. */
  connect: 5000,
  /** Until it opens its socket: what the JDK's own client waits. */
  listener: 10_000,
  /** Between two bytes of the answer. */
  idle: 15_000,
  /**
   * For one question of those that a recording asks its JVM: enough for a JVM that is starved of CPU; a person waits
   * for the answer.
   */
  question: 15_000,
  /** For all that an examination asks, which is shorter than `defaultTimeoutMs` of lib/capture/doctor/doctor.ts. */
  examination: 12_000,
  /** For a symbol map: a JVM in a long pause must not hold up the recording. */
  symbolMap: 5000,
  /** For the only one that a recording has, asked for when it is over. */
  onlySymbolMap: 15_000,
  /** For an agent to be loaded. */
  agent: 60_000,
  /**
   * For a command of JFR: the first one has the JVM load and rewrite its own classes; 17 s were seen on a busy machine.
   */
  jfr: 90_000,
} as const
