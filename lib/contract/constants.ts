/**
 * Names and limits without the schemas that use them, for pages: the schemas and their library take a page longer than
 * all else.
 */

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The collector on the web program's own host. */
export const localCollectorId = 'local'

/** Who began or ended a capture by a command on the host itself, which names no person. */
export const commandLineName = 'command line'

/** The service of a profile that names none, and was given none. Two of these have nothing in common by it. */
export const noService = '(no service)'

/** A profile has so many labels at most. */
export const mostLabels = 20

/** Most characters of each text that people write on a profile. */
export const profileTextLimits = { name: 200, service: 200, label: 60, note: 5000 } as const

/**
 * Most characters of what the search or filter field of a page and the query of a request may have; fields take no
 * more, a longer query is refused.
 */
export const queryLimits = {
  /** Words by which the library is searched. */
  search: 500,
  /** One value of a filter of the library: a service, an image, a label ... */
  choice: 500,
  /** Values of one filter of the library: a number of them, not of characters. */
  choices: 50,
  /** Words by which the audit log is searched. */
  audit: 200,
  /** One function, package, variable or value of a trend or an experiment. */
  function: 2000,
} as const

/** Most characters of the address that a webhook calls. */
export const longestWebhookUrl = 2000

/** Package prefixes that a redaction keeps at most, and most characters of one. */
export const keptPackageLimits = { count: 50, prefix: 200 } as const

/** Most characters of the name of an API token, and of the person that a sign-in link is for. */
export const accessNameLimits = { token: 100, person: 60 } as const

/** How long a sign-in link that a person made works. */
export const signInLinkMs = hourMs / 4

/** Days for which an API token works where nothing else is chosen, and at most. */
export const tokenDays = { usual: 90, most: 3650 } as const

/** In s: how long a capture may last at most, the longest recording; also the most that a flight recorder keeps. */
export const mostCaptureSeconds = 600

/** A flight recorder ends after so long by itself. */
export const longestRecorderSeconds = 24 * 3600

/** Samples a second and thread that a capture may ask for at most: the largest sampling frequency, in Hz. */
export const mostHz = 999

/** A capture records so many events at most, each a profile of its own. */
export const mostEvents = 4
/** How many things a capture names that it may have left behind. */
export const mostNotRemoved = 50

/** A capture in one of these states has ended: it enters no other. */
export const finalStates: readonly string[] = ['done', 'failed', 'cancelled']

/** Profiles of one file or OTLP message: of a message the largest are kept; more of a parser are a failure. */
export const mostProfilesOfFile = 32

/** A comparison has so many rows of each kind at most: in the API, and for `--json` and `--fail-if`. */
export const mostComparedRows = 20_000

/** The most profiles that one request may change. */
export const mostChanged = 1000

/** Orders of the library. `time` is the library's own. */
export const librarySorts = ['time', 'name', 'service', 'duration', 'weight', 'size'] as const
export type LibrarySort = (typeof librarySorts)[number]

/** In ms: how long deleted profiles stay in the trash, so how long a deletion can be undone. */
export const trashMs = 60 * minuteMs

/** Captures of replicas lie at most so far apart, where a request does not say otherwise. */
export const replicaMinutes = 10
/** In minutes: how far apart a request may say that captures of replicas lie: a day. */
export const mostReplicaMinutes = 24 * 60

/** How much there may be of a note; more is refused. */
export const noteLimits = {
  /** Characters that the text of a note may have. */
  text: 2000,
  /** Characters of the view in which the note was written, as in an address. */
  query: 8000,
  /** Frames from the root to that of the note. */
  pathKeys: 400,
  /** Notes that a profile may have, without those that are deleted. */
  perProfile: 200,
} as const

/** The program that lists pods of clusters and makes Jobs there. */
export const clusterCollectorId = 'kubernetes'

// The inventory adds one each `scanIntervalMs * scansPerLoad`, 2 s: a minute in all, which jvm-row.tsx, sparkline.tsx
// and select-targets.ts in components/jvms say in words. The list of JVMs is sorted by the mean over it.
/** Readings of the CPU line of a JVM, `cpuHistory` of a target; older ones are dropped. */
export const cpuHistoryLength = 30

/** `cpuHistory` after one more look, the oldest reading first; `cpuPercent` is null where it is unknown. */
export function addCpuReading(history: readonly number[], cpuPercent: number | null): number[] {
  return cpuPercent === null ? [...history] : [...history, cpuPercent].slice(-cpuHistoryLength)
}

/** Marks the containers and the network of the demo service. */
export const demoLabel = 'hearth.demo'

/** How long a share link works where a person chooses nothing else; the API has `longestShareDays`. */
export const usualShareDays = 7

/** Profiles that one answer of the library lists at most. */
export const mostPerPage = 500

/** Percent of the host's CPU time: a run with more other work counts only where its experiment allows it. */
export const usualMostOtherWork = 25

/** Functions that one trend shows at most: as many as there are colours of series in app/globals.css. */
export const maxTrendFunctions = 5
