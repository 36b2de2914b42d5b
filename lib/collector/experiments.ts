/**
 * Experiments in directories that the operator named, by Hearth's own command line as a child: planned, started,
 * stopped.
 */
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
  type ExperimentDirectory,
  experimentPlanSchema,
  type StartExperiment,
} from '../contract/experiment-directories.ts'
import { onProblem, Problem } from '../errors.ts'
import { typeStripping } from '../host/command/own-node.ts'
import { runCommand, type RunningCommand, startCommand } from '../host/command/run-command.ts'

const program = fileURLToPath(new URL('../command-line/main.ts', import.meta.url))
/** A project of CAMP may have thousands of configurations to look through. */
const checkTimeoutMs = 60_000
/** Its containers get 10 s each to end. What a killed one leaves, the next one in the directory removes. */
const stopGraceMs = 120_000
/** As after Ctrl-C. */
const stoppedExitCode = 130
/** The last characters of stderr of an experiment that ended, kept as its message; those before are dropped. */
const messageCharacters = 2000

interface UnderWay {
  /** Of its directory in HEARTH_EXPERIMENTS, from 1. */
  readonly number: number
  readonly action: StartExperiment['action']
  readonly startedAt: number
  readonly startedBy: string | null
  isStopping: boolean
  /** null until it has been checked. */
  child: RunningCommand | null
}

/** `directories`: absolute, of HEARTH_EXPERIMENTS. `onChange`: one began or ended. */
export function createExperimentCommands(directories: readonly string[], onChange: () => void) {
  /** One at a time: two would disturb each other's runs. */
  let underWay: UnderWay | null = null
  const lastEnds = new Map<number, ExperimentDirectory['lastEnd']>()
  /** The listing that is being made: several pages that ask at once share it. */
  let listing: Promise<ExperimentDirectory[]> | null = null

  function directoryOf(number: number): string {
    const directory = directories[number - 1]
    if (directory === undefined) throw new Problem('not-found', { what: 'directory of experiments' })
    return directory
  }

  async function describe(number: number): Promise<ExperimentDirectory> {
    return describeChecked(number, await checkDirectory(directoryOf(number)))
  }

  function describeChecked(number: number, checked: Checked): ExperimentDirectory {
    const directory = directoryOf(number)
    const common = { number, directory, ...checked, lastEnd: lastEnds.get(number) ?? null }
    if (underWay?.number !== number) return { ...common, underWay: null }
    const { action, startedAt, startedBy, isStopping } = underWay
    return { ...common, underWay: { action, startedAt, startedBy, isStopping } }
  }

  function run(started: UnderWay, directory: string): void {
    // It gets SIGTERM when we end, however that comes, and cleans up then as after Ctrl-C.
    const endWithUs = ['--pdeathsig', 'TERM', '--']
    const own = [process.execPath, ...typeStripping(), program, 'experiment', started.action, directory]
    const child = startCommand('setpriv', [...endWithUs, ...own], { env: environment() })
    started.child = child
    child.stdin.end()
    child.stdout.resume() // its table is on the page of the experiment
    void child.ended.then(({ exitCode, stderr }) => {
      lastEnds.set(started.number, { at: Date.now(), exitCode, message: stderr.trim().slice(-messageCharacters) })
      underWay = null
      onChange()
    })
    onChange()
  }

  return {
    /** Each with its plan as of now, in the order of HEARTH_EXPERIMENTS. */
    list(): Promise<ExperimentDirectory[]> {
      listing ??= Promise.all(directories.map((_, at) => describe(at + 1))).finally(() => (listing = null))
      return listing
    },
    /**
     * Starts an experiment, unless it is stopped while its directory is checked. Throws: Problem `not-found`,
     * `experiment-running`, `experiment-changed` where it is not what was shown.
     */
    async start(
      number: number,
      { action, digest }: StartExperiment,
      startedBy: string | null = null,
    ): Promise<ExperimentDirectory> {
      const directory = directoryOf(number)
      if (underWay !== null) throw new Problem('experiment-running', { directory: directoryOf(underWay.number) })
      const started: UnderWay = { number, action, startedAt: Date.now(), startedBy, isStopping: false, child: null }
      underWay = started
      try {
        const { plan } = await checkDirectory(directory)
        if (plan?.digest !== digest) throw new Problem('experiment-changed', { directory })
        if (plan.isUnderWay) throw new Problem('experiment-running', { directory })
        if (started.isStopping) {
          lastEnds.set(number, { at: Date.now(), exitCode: stoppedExitCode, message: '' })
          underWay = null
          onChange()
          return describeChecked(number, { plan, problem: null })
        }
        run(started, directory)
        return describeChecked(number, { plan: { ...plan, isUnderWay: true }, problem: null })
      } catch (error) {
        underWay = null
        if (started.isStopping) onChange() // a page says that it is stopping
        throw error
      }
    },
    /**
     * Asks it to end, and gives at once what is known; nothing where none was started here. Throws: Problem
     * `not-found`.
     */
    stop(number: number): Promise<ExperimentDirectory> {
      directoryOf(number) // throws for an unknown one
      if (underWay?.number === number && !underWay.isStopping) {
        underWay.isStopping = true
        void underWay.child?.stop('SIGTERM', stopGraceMs) // without a child `start` looks at isStopping
        onChange()
      }
      return describe(number)
    },
  }
}

/** The part of `check --json` that is used here. */
const checkOutputSchema = experimentPlanSchema.extend({
  name: z.string().nullable(),
  runs: z.array(z.unknown()).nullable(),
  seconds: experimentPlanSchema.shape.seconds.nullable(),
})

type Checked = Pick<ExperimentDirectory, 'plan' | 'problem'>

async function checkDirectory(directory: string): Promise<Checked> {
  const args = [...typeStripping(), program, 'experiment', 'check', '--json', directory]
  const options = { env: environment(), timeoutMs: checkTimeoutMs }
  const output = await runCommand(process.execPath, args, options).catch(
    onProblem((problem) => {
      if (!('stderr' in problem.facts)) throw problem
      return { problem: problem.facts.stderr.replace(/^hearth: /, '') || problem.message }
    }),
  )
  if ('problem' in output) return { plan: null, problem: output.problem }
  const { name, runs, seconds, ...plan } = checkOutputSchema.parse(JSON.parse(output.stdout))
  if (name === null || runs === null || seconds === null)
    return { plan: null, problem: 'It is a project of CAMP: an experiment.yaml with camp says its load.' }
  return { plan: { ...plan, name, runs: runs.length, seconds }, problem: null }
}

/** That of Hearth, as a terminal of the operator has it: compose files read it. Not a dashboard elsewhere. */
function environment(): Record<string, string> {
  const { HEARTH_URL: _url, HEARTH_TOKEN: _token, ...others } = process.env
  return others as Record<string, string>
}
