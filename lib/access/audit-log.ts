/** The audit log, beside a server that may be running: for the command line. */
import type { AuditRecord, AuditVerification } from '../contract/audit.ts'
import { openSessions } from '../store/store.ts'

/** Run it as the user that owns the data directory. Throws: as openStore. */
export async function verifyAuditLog(
  dataDirectory: string,
  exported: Pick<AuditRecord, 'seq' | 'hash'>[],
): Promise<AuditVerification> {
  const opened = await openSessions(dataDirectory)
  try {
    return await opened.audit.verify(exported)
  } finally {
    await opened.close()
  }
}
