/** Stands in for the web program in a test: tells what it can see and do from where it runs. */
import { readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'

function tryTo(act: () => unknown): string {
  try {
    act()
    return 'ok'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed'
  }
}

/** Node opens polls, events and pipes for itself; a file, a directory or a socket it did not. */
function isInherited(fd: string): boolean {
  if (Number(fd) < 3) return true
  try {
    return !/^(anon_inode:|pipe:|\/proc\/)/.test(readlinkSync(`/proc/self/fd/${fd}`))
  } catch {
    return false // the one that listed them
  }
}

const status = readFileSync('/proc/self/status', 'utf8')
const seen = {
  uid: process.getuid?.(),
  rights: [...status.matchAll(/^(CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs|Groups):(.*)$/gm)].map(
    ([, name, value]) => `${name}=${value!.trim()}`,
  ),
  run: readdirSync('/run'),
  readsProcessesOfOthers: tryTo(() => readFileSync('/proc/1/status')),
  readsCheckout: tryTo(() => readFileSync(`${process.cwd()}/package.json`)),
  writesCheckout: tryTo(() => writeFileSync(`${process.cwd()}/written`, '')),
  writesData: tryTo(() => writeFileSync(`${process.env.HEARTH_DATA}/written`, '')),
  readsRoot: tryTo(() => readdirSync('/root')),
  seesDockerSocket: tryTo(() => statSync('/var/run/docker.sock')),
  writesRunDirectory: tryTo(() => writeFileSync(`${process.env.HEARTH_RUN}/written`, '')),
  readsJournal: tryTo(() => readdirSync(`${process.env.HEARTH_RUN}/journal`)),
  // What is not Node's own came from the launcher.
  openDescriptors: readdirSync('/proc/self/fd').filter((fd) => isInherited(fd)),
  secret: process.env.SECRET_OF_THE_SHELL ?? null,
}
process.stdout.write(JSON.stringify(seen))
