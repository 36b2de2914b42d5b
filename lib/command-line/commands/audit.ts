/** `hearth audit verify`: whether every record of the audit log is as it was written. */
import fs from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { auditRecordSchema, auditVerificationSchema } from '../../contract/audit.ts'
import { Problem } from '../../errors.ts'
import { openSessions } from '../../store/store.ts'
import type { CommandStreams } from '../streams.ts'
import { asDataOwner } from './data-owner.ts'
import { formatCountOf } from '../../profile/format/units.ts'

export const auditUsage = `hearth audit verify [EXPORT] [--json]

Checks the audit log of the dashboard on this host: that no record was changed, removed or cut off. A record's hash covers the one before. Who can
write the database could write all of it anew, so keep exports elsewhere (Settings, Audit log): with one, its records must still be there.
Exits with 1 where a record is not as it was written.
`

/**
 * Prints as `--json` does and always exits with 0: a process of root starts this command as the owner of the data, and
 * reads what it prints.
 */
const reportFlag = '--report'

/** Gives the exit code. Throws: Problem `invalid-request`, `no-dashboard-here`, `data-directory-newer`, `disk-full`. */
export async function audit(args: readonly string[], config: Config, { stdout }: CommandStreams): Promise<number> {
  const isReport = args.includes(reportFlag)
  const isJson = isReport || args.includes('--json')
  const [verb, file, ...rest] = args.filter((arg) => arg !== '--json' && arg !== reportFlag)
  if (verb !== 'verify' || rest.length > 0 || file?.startsWith('-'))
    throw new Problem('invalid-request', { what: 'the command is `audit verify [EXPORT]`, with one file at most' })
  const exportPaths = file === undefined ? [] : [resolve(file)]
  const verification = await asDataOwner(config, ['audit', 'verify', ...exportPaths, reportFlag], async () => {
    const exported = exportPaths.flatMap((path) => readExport(path))
    const opened = await openSessions(config.dataDirectory)
    return JSON.stringify(await opened.audit.verify(exported).finally(() => opened.close()))
  })
  const { records, broken } = auditVerificationSchema.parse(JSON.parse(verification))
  if (isJson) stdout.write(`${verification.trim()}\n`)
  else if (broken === null) stdout.write(`${formatCountOf(records, 'record')}, each as it was written.\n`)
  else
    stdout.write(
      `Record ${broken.seq}: ${broken.reason}. Records before it that are as they were written: ${records}.\n`,
    )
  return broken === null || isReport ? 0 : 1
}

/** Gives the records of an export. Throws: Problem `invalid-request` for any other file. */
function readExport(path: string) {
  try {
    const lines = fs.readFileSync(path, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => auditRecordSchema.parse(JSON.parse(line)))
  } catch (cause) {
    throw new Problem('invalid-request', { what: `${path} is no export of the audit log` }, { cause })
  }
}
