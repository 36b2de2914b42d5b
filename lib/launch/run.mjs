// Runs one of our programs with what it needs: the dependencies that the lock names, and Node 24.
//
//     node lib/launch/run.mjs lib/launch/start.ts --no-install
//
// Any Node from 18 on can run this file, so no dependency and no syntax newer than that here.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, resolve } from 'node:path'
import { clearInterval, setInterval } from 'node:timers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { matchesLock } from './dependencies.mjs'

const root = resolve(fileURLToPath(import.meta.url), '../../..')
/** npm installed it as a package among others, and has brought the dependencies too. */
const isInstalled = root.includes('/node_modules/')
const oldestNode = 24
const [script = '', ...args] = process.argv.slice(2)
const program = resolve(root, script)

endWithWrapper()
if (!isInstalled && !hasDependencies()) installDependencies()
await runOn(findNode())

/**
 * A signal that kills npm, or this file on an older Node, is meant for the program that it started, which a shell may
 * leave running. Linux gives the PID of the parent; elsewhere nothing is watched.
 */
function endWithWrapper() {
  const wrapper = process.ppid
  if (process.env.HEARTH_WRAPPER !== String(wrapper) && !isNpm(wrapper)) return
  const timer = setInterval(() => {
    if (process.ppid === wrapper) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 300) // ms
  timer.unref()
}

/** @param {number} pid */
function isNpm(pid) {
  const commandLine = `/proc/${pid}/cmdline`
  if (process.env.npm_lifecycle_event === undefined || !existsSync(commandLine)) return false
  return /^npm\b|[/]npm(-cli\.js)?\0/.test(readFileSync(commandLine, 'utf8'))
}

function hasDependencies() {
  const copyOfLock = `${root}/node_modules/.package-lock.json`
  if (!existsSync(copyOfLock)) return false
  return matchesLock(readJson(`${root}/package-lock.json`).packages, readJson(copyOfLock).packages)
}

function installDependencies() {
  tell('Installing the dependencies that package-lock.json names (npm ci) ...')
  // npm replaces node_modules while it runs, so it must not itself run on the Node in there.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2], // all that it prints goes to standard error
    env: { ...process.env, PATH: path.join(delimiter) },
  })
  if (status === 0) return
  fail(
    `npm ci failed${error ? `: ${error.message}` : ''}. Its message above says why; after the repair, run this again.`,
  )
}

/** Gives the path of Node 24. It comes as a package on Linux; elsewhere the Node that runs this file has to do. */
function findNode() {
  if (isRecent(process.versions.node)) return process.execPath
  const packaged =
    createRequire(`${root}/`)
      .resolve.paths('node')
      ?.map((folder) => `${folder}/.bin/node`) ?? []
  const nodePath = packaged.find((path) => existsSync(path))
  if (nodePath !== undefined) return nodePath
  return fail(`Hearth needs Node ${oldestNode} or later, this is ${process.version}. Install it from nodejs.org.`)
}

/** @param {string} node */
async function runOn(node) {
  if (node === process.execPath) {
    // The arguments of the program are where Node puts them.
    process.argv.splice(1, 2, program)
    const { enableCompileCache } = await import('node:module')
    // Where this user may not write, Node goes on without a cache.
    enableCompileCache(`${root}/.cache/compiled`)
    if (isInstalled) await import('./strip-types.mjs')
    await import(pathToFileURL(program).href)
    return
  }
  const env = { ...process.env, HEARTH_WRAPPER: String(process.pid) }
  const child = spawn(node, [fileURLToPath(import.meta.url), script, ...args], { stdio: 'inherit', env })
  child.on('error', (/** @type {Error} */ error) => fail(`${node} does not run: ${error.message}`))
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('exit', (/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ signal) =>
    // As a shell has it: 128 and the number of the signal, SIGINT (2) or SIGTERM (15).
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)),
  )
}

/** @param {string} version */
function isRecent(version) {
  return Number(version.split('.')[0]) >= oldestNode
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** On standard error: standard output belongs to the program. @param {string} text */
function tell(text) {
  process.stderr.write(`${text}\n`)
}

/** @param {string} text @returns {never} */
function fail(text) {
  tell(text)
  process.exit(1)
}
