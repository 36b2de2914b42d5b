/**
 * Applications of examples/ that Maven builds. It fetches the libraries that they need from Maven Central once, and
 * keeps them in `cacheDirectory`.
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { firstErrorOf, runMaven } from '../../lib/launch/maven.ts'
import { isProblem } from '../../lib/errors.ts'
import { cacheDirectory } from './cache.ts'
import type { JavaProgram } from './debian-base.ts'
import { CannotFetch } from './run.ts'

/** Matches a message of Maven, or of apt in a build of images, that something could not be fetched. */
export const notFetched = /Could not (transfer|resolve|find artifact)|Non-resolvable|Failed to fetch|Temporary failure/

/** The clinic, which is one jar. */
export const clinic: JavaProgram = {
  ...mavenProgram('clinic', ['pom.xml', 'src']),
  modules: ['java.se', 'jdk.unsupported', 'jdk.jfr'],
  options: ['-Xmx256m'],
  command: ['-jar', '/opt/clinic/clinic.jar'],
}

/**
 * Cassandra. Its jar also contains `load.Load`, a program that puts the node under load: `real-programs.ts` runs it in
 * the same container.
 */
export const cassandra: JavaProgram = {
  ...mavenProgram('cassandra', ['pom.xml', 'src', 'cassandra.options']),
  modules: ['java.se', 'jdk.unsupported', 'jdk.jfr'],
  options: ['@/opt/cassandra/cassandra.options'],
  command: ['-cp', '/opt/cassandra/cassandra.jar:/opt/cassandra/lib/*', 'org.apache.cassandra.service.CassandraDaemon'],
}

function mavenProgram(name: string, sources: readonly string[]): Pick<JavaProgram, 'name' | 'contents' | 'build'> {
  const project = new URL(`../${name}`, import.meta.url).pathname
  const files = sources.flatMap((source) => filesBelow(project, source)).sort()
  return {
    name,
    // Names and texts of all files, apart, since an image is made anew when they change.
    contents: files.map((path) => `${path}\0${readFileSync(`${project}/${path}`, 'utf8')}`).join('\0'),
    /** Builds the program. Throws: CannotFetch. */
    build: async (compiler, into) => {
      const output = await mkdtemp(`${tmpdir()}/hearth-${name}-`)
      try {
        const settings = [`-Dmaven.repo.local=${cacheDirectory}/maven`, `-Doutput=${output}`]
        // The first build fetches all libraries, so it may take longer than Maven's usual limit.
        await runMaven([...settings, 'package'], { cwd: project, javaHome: compiler.home, timeoutMs: 20 * 60_000 })
        await mkdir(into, { recursive: true })
        await cp(`${output}/${name}.jar`, `${into}/${name}.jar`)
        if (existsSync(`${output}/lib`)) await cp(`${output}/lib`, `${into}/lib`, { recursive: true })
        // The command of the image reads these.
        for (const file of files.filter((path) => path.endsWith('.options')))
          await cp(`${project}/${file}`, `${into}/${file}`)
      } catch (error) {
        if (!isProblem(error)) throw error
        const reason = firstErrorOf(error)
        // Without Maven, as without a network, the tests that need the program are skipped.
        const isFetch = error.code === 'tool-missing' || notFetched.test(reason)
        throw isFetch ? new CannotFetch(reason, { cause: error }) : error
      } finally {
        await rm(output, { recursive: true, force: true })
      }
    },
  }
}

function filesBelow(project: string, source: string): string[] {
  if (!statSync(`${project}/${source}`).isDirectory()) return [source]
  return readdirSync(`${project}/${source}`, { recursive: true, encoding: 'utf8' })
    .map((path) => `${source}/${path}`)
    .filter((path) => statSync(`${project}/${path}`).isFile())
}
