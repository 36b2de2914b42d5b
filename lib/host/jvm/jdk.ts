/** JDKs on this machine that can compile and link, that is, with `javac`, `jar` and `jlink`. */
import { hostFiles } from '../kernel/named-files.ts'

export interface Jdk {
  readonly home: string
  /** 17 for 17.0.15. */
  readonly feature: number
  /** The whole `release` file: two JDKs with the same text make the same runtime. */
  readonly release: string
}

/**
 * Chooses one of several JDKs, as for the demo: that of this feature release, or the oldest one from 17 on when none is
 * named. Undefined when there is none.
 */
export function findJdk(feature?: number): Jdk | undefined {
  const jdks = candidateHomes()
    .map(readJdk)
    .filter((jdk) => jdk !== undefined)
    .sort((a, b) => a.feature - b.feature)
  return jdks.find((jdk) => (feature === undefined ? jdk.feature >= 17 : jdk.feature === feature))
}

function candidateHomes(): string[] {
  const shelf = '/usr/lib/jvm'
  const installed = hostFiles.existsSync(shelf) ? hostFiles.readdirSync(shelf).map((name) => `${shelf}/${name}`) : []
  return [...(process.env.JAVA_HOME ? [process.env.JAVA_HOME] : []), ...installed]
}

function readJdk(home: string): Jdk | undefined {
  const complete = ['bin/javac', 'bin/jar', 'bin/jlink', 'release'].every((path) =>
    hostFiles.existsSync(`${home}/${path}`),
  )
  if (!complete) return undefined
  const release = hostFiles.readFileSync(`${home}/release`, 'utf8')
  const version = /^JAVA_VERSION="(\d+)/m.exec(release)?.[1]
  return version === undefined ? undefined : { home, feature: Number(version), release }
}
