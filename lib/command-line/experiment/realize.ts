/**
 * `hearth experiment realize`: a directory for each configuration of a CAMP project, as `camp generate` and `camp
 * realize` leave them.
 */
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { Problem } from '../../errors.ts'
import { describeCampConfiguration } from '../../experiment/camp/camp-configurations.ts'
import { type ProjectFile, type ProjectFiles, RealizationRefused } from '../../experiment/camp/project-files.ts'
import { realizeConfiguration } from '../../experiment/camp/realize.ts'
import type { CommandStreams } from '../streams.ts'
import { readCampConfigurations } from './camp-project.ts'
import { assertDirectory, isDirectory } from '../paths.ts'
import { readMode } from './files.ts'
import { formatBytes, formatCount, formatCountOf } from '../../profile/format/units.ts'

/** More is no template, but a directory that was meant for something else. */
const mostTemplateBytes = 2 ** 30
/** Files of a template of an experiment; a directory with more is refused. */
const mostFiles = 100_000

/** Writes `config_1` ... into a new or empty directory, all or none. Gives the exit code. Throws: Problem. */
export function realizeCamp(
  [project, out, ...more]: readonly string[],
  { mode }: { readonly mode?: string | undefined },
  { stdout }: CommandStreams,
): number {
  if (project === undefined || out === undefined || more.length > 0)
    throw new Problem('invalid-request', { what: 'name the directory of camp.yml, and one to write to' })
  assertDirectory(project)
  if (fs.existsSync(out) && (!isDirectory(out) || fs.readdirSync(out).length > 0))
    throw new Problem('invalid-request', { what: `${out} is there already: name a new directory` })
  const chosen = readCampConfigurations(project, '.', readMode(mode))
  if (chosen === null)
    throw new Problem('experiment-invalid', { file: project, problems: ['there is no camp.yml or camp.yaml in it'] })
  const template = readTemplate(join(project, 'template'))
  const realized = chosen.configurations.map((configuration, at) => {
    try {
      const text = stringify(describeCampConfiguration(configuration))
      return { name: `config_${at + 1}`, text, files: realizeConfiguration(configuration, template) }
    } catch (error) {
      if (!(error instanceof RealizationRefused)) throw error
      throw new Problem('experiment-invalid', { file: chosen.file, problems: [error.message] }, { cause: error })
    }
  })
  for (const { name, text, files } of realized) {
    fs.mkdirSync(join(out, name), { recursive: true })
    fs.writeFileSync(join(out, name, 'configuration.yml'), text)
    for (const [path, { bytes, isExecutable }] of files) {
      fs.mkdirSync(dirname(join(out, name, path)), { recursive: true })
      fs.writeFileSync(join(out, name, path), bytes, { mode: isExecutable ? 0o755 : 0o644 })
    }
  }
  stdout.write(`${formatCountOf(realized.length, 'configuration')} written to ${out}\n`)
  return 0
}

/** Links to files are followed, as CAMP does; links to directories are refused, since they may lead in a circle. */
function readTemplate(root: string): ProjectFiles {
  assertDirectory(root)
  const files = new Map<string, ProjectFile>()
  let bytesLeft = mostTemplateBytes
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(join(root, '/').length)
    const stat = fs.statSync(path, { throwIfNoEntry: false })
    if (entry.isDirectory()) continue
    if (!stat?.isFile())
      throw new Problem('experiment-invalid', { file: path, problems: ['it is neither a file nor a directory'] })
    bytesLeft -= stat.size
    if (bytesLeft < 0 || files.size >= mostFiles)
      throw new Problem('experiment-invalid', {
        file: root,
        problems: [`it has more than ${formatBytes(mostTemplateBytes)} or ${formatCount(mostFiles)} files`],
      })
    files.set(name, { bytes: fs.readFileSync(path), isExecutable: (stat.mode & 0o100) !== 0 })
  }
  return files
}
