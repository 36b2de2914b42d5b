/** A Server with a fake collector, a new store and a token for each scope: for tests of routes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readConfig } from '../../config.ts'
import { type Role, type Scope, scopes } from '../../contract/roles.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import type { NewProfile } from '../../store/library/profiles.ts'
import { openStore } from '../../store/store.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { sampleCapture, sampleExperimentDirectory, sampleNewProfile, sampleTarget } from '../../testing/samples.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { setServer } from '../running.ts'
import { createServer, type Server } from '../server.ts'
import { createFakeCollector } from './fake-collector.ts'

export const testBlockId = 'b'.repeat(32)

export interface TestServer extends AsyncDisposable {
  readonly collector: ReturnType<typeof createFakeCollector>
  readonly server: Server
  /** Secrets of a token for each scope, and of one with all scopes. */
  readonly secrets: Readonly<Record<Scope | 'all', string>>
  /** Stores a profile of a diagram, or bytes. Returns its id. */
  saveProfile(diagram: string | Uint8Array, more: Partial<NewProfile>): Promise<string>
  /** Signs a person in; returns the Cookie header and the session's id. */
  signIn(person: string, role: Role): Promise<{ cookie: string; id: string }>
}

/**
 * Has a JVM `aaa...`, a capture of it under way `ccc...` with a snapshot, a blocked engine, and an experiment that can
 * be started.
 */
export async function startTestServer(): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-test-server-'))
  const store = await openStore(directory)
  const collector = createFakeCollector([sampleTarget()])
  collector.blocks = [
    { id: testBlockId, subject: 's', label: 'shop:1', engine: 'jfr', at: 1, captureId: null, reason: 'killed' },
  ]
  collector.directories = [sampleExperimentDirectory()]
  const config = readConfig({ HEARTH_DATA: directory, HEARTH_RUN: directory })
  const server = createServer({ config, store, collector, port: 7117 })
  setServer(server)
  collector.emitCapture(sampleCapture({ state: 'recording', live: 1 }))
  collector.snapshots.set('c'.repeat(32), new Uint8Array(1))
  await waitUntil('the collector is followed', () => server.host.target('a'.repeat(16)) !== null)
  const secretFor = async (name: string, rights: readonly Scope[]) =>
    (await server.people.tokens.make({ name, scopes: [...rights], expiresInDays: 1 }, 'owner')).secret
  const pairs = await Promise.all(scopes.map(async (scope) => [scope, await secretFor(scope, [scope])] as const))
  const secrets = Object.fromEntries([...pairs, ['all', await secretFor('all', scopes)]]) as TestServer['secrets']
  return {
    server,
    collector,
    secrets,
    async saveProfile(diagram, more) {
      const encoded = typeof diagram === 'string' ? encodeProfile(profileFromDiagram(diagram)) : diagram
      const profile = sampleNewProfile({ ...more, encodedBytes: encoded.byteLength })
      return (await store.profiles.save(profile, typeof diagram === 'string' ? gzipSync(encoded) : encoded)).id
    },
    async signIn(person, role) {
      const { code } = await server.people.sessions.makeCode({ person, role }, 60_000)
      const { token, session } = await server.people.sessions.signIn(code, 'x', 'https')
      return { cookie: `__Host-hearth_session_7117=${token}`, id: session.id }
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
