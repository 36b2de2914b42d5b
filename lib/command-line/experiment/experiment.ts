/** `hearth experiment`: runs of an application in several configurations under load. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Problem } from '../../errors.ts'
import { describeMeant, describeMissing, findMeant, listVerbs, usageOfVerb } from '../argument-problem.ts'
import { withDashboard } from '../dashboard/with-dashboard.ts'
import { type CommandStreams, unlessInterrupted } from '../streams.ts'
import { effectConditionUsage, readEffectCondition } from './fail-if.ts'

export const experimentUsage = `hearth experiment check [--json] [--mode=MODE] [DIR]
hearth experiment run [--out=OUT] [--fail-if=CONDITION] [DIR]
hearth experiment resume [--out=OUT] [--fail-if=CONDITION] [DIR]
hearth experiment compare [--json] [--fail-if=CONDITION] SERIES1 SERIES2
hearth experiment clean [DIR]
hearth experiment list [--json]
hearth experiment results [--json] [--format=FORMAT] FILE|ID|NAME
hearth experiment realize [--mode=MODE] DIR OUT
hearth experiment schema

check reads experiment.yaml in DIR (here, if not given), or a project of CAMP, and prints the configurations, the order of the runs and how long they
take. Nothing is started.

  --mode=MODE       of a project of CAMP without experiment.yaml: all, covering, atomic; all if not given
  --json            for programs

run brings each configuration up with Docker Compose, makes the load, and profiles the service meanwhile, in the order of the plan. A table of the
configurations goes to standard output. Exit code 1: a run is marked, since something in it failed.

  --out=OUT         a new directory for the results; runs/<time> in DIR if not given
${effectConditionUsage}
resume goes on with a series of runs that was interrupted, the newest if OUT is not given; what has ended is not run again.
--fail-if is for it, too, also once all runs have ended.

compare sets two series of runs of one experiment against each other, such as runs/<time> of last week and of today: configurations of the same values,
with the statistics of run. --fail-if='+10% cpu' is for it, too.

  --json            for programs; what --fail-if finds goes to standard error then

clean removes containers, networks, volumes and images that runs of DIR left when they were killed. run and resume do it, too.

list shows the experiments of the dashboard on this host, or of the one that HEARTH_URL and HEARTH_TOKEN name, newest first, each with its id and
what its first variable changes.

  --json            print what the dashboard answers

results prints requests, errors and latencies by label, of what a load generator wrote: JMeter (-l FILE, CSV or XML), k6 (--out json=FILE), wrk and wrk2
(--latency), hey (-o csv), vegeta (encode --to json). FILE may be - for standard input.

  --format=FORMAT   jtl, k6, wrk, wrk2, hey, vegeta; recognised if not given
  --json            with the curves over time

Of the id of an experiment, 4 digits or more from its beginning, its link, or its name, of several series the newest, it prints the report of the
dashboard: the configurations, what each variable changes, and the runs that are left out. A file of that name comes first.

realize writes the configurations of a project of CAMP (camp.yml and template/ in DIR) to OUT, as camp generate and camp realize do: config_1, config_2 ...,
each with docker-compose.yml, configuration.yml and images/build_images.sh.

schema prints the JSON schema of experiment.yaml, for editors.
`

/** Gives the exit code. Throws: Problem. */
export async function experiment(
  args: readonly string[],
  streams: CommandStreams,
  signal = new AbortController().signal,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean' },
      mode: { type: 'string' },
      format: { type: 'string' },
      out: { type: 'string' },
      'fail-if': { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })
  const [verb, ...names] = positionals
  const verbs = listVerbs(experimentUsage)
  if (verb === undefined || !verbs.includes(verb)) {
    const choice = `say ${verbs.slice(0, -1).join(', ')} or ${verbs.at(-1)}`
    const meant = verb === undefined ? null : findMeant(verb, verbs)
    const unknown = `there is no command experiment ${verb}${meant === null ? `: ${choice}` : describeMeant(meant)}`
    throw new Problem('invalid-request', { what: verb === undefined ? choice : unknown })
  }
  const flags: Readonly<Record<string, readonly string[]>> = {
    check: ['json', 'mode'],
    list: ['json'],
    results: ['json', 'format'],
    realize: ['mode'],
    run: ['out', 'fail-if'],
    resume: ['out', 'fail-if'],
    compare: ['json', 'fail-if'],
  }
  for (const flag of Object.keys(values))
    if (!(flags[verb] ?? []).includes(flag))
      throw new Problem('invalid-request', { what: `--${flag} is not for ${verb}` })
  if (verb === 'realize') return (await import('./realize.ts')).realizeCamp(names, values, streams)
  const conditions = (values['fail-if'] ?? []).map(readEffectCondition)
  if (verb === 'compare')
    return (await import('./compare.ts')).printComparison(names, { json: values.json, conditions }, streams)
  if (verb === 'list') {
    if (names.length > 0) throw new Problem('invalid-request', { what: 'list takes no name' })
    const { listExperiments } = await import('../dashboard/experiments-remote.ts')
    return await withDashboard((dashboard) => listExperiments(values, dashboard, streams), signal)
  }
  if (names.length > 1) throw new Problem('invalid-request', { what: `${verb} takes one name` })
  if (verb === 'check') return (await import('./check.ts')).checkExperiment(names[0] ?? '.', values, streams)
  if (verb === 'results') return await unlessInterrupted(printResultsOf(names[0], values, streams, signal), signal)
  if (verb === 'run' || verb === 'resume' || verb === 'clean') {
    const { cleanExperiment, resumeExperiment, runExperiment } = await import('./run/run-experiment.ts')
    const [directory, context] = [names[0] ?? '.', { streams, signal }]
    if (verb === 'clean') return await cleanExperiment(directory, context)
    return await (verb === 'run' ? runExperiment : resumeExperiment)(
      directory,
      { out: values.out, conditions },
      context,
    )
  }
  if (names.length > 0) throw new Problem('invalid-request', { what: 'schema takes no name' })
  const { createExperimentJsonSchema } = await import('../../experiment/file/experiment-schema.ts')
  streams.stdout.write(`${JSON.stringify(createExperimentJsonSchema(), null, 2)}\n`)
  return 0
}

/** Prints the results of a file that a load generator wrote, or of an experiment of the dashboard. Throws: Problem. */
async function printResultsOf(
  name: string | undefined,
  values: { readonly json?: boolean | undefined; readonly format?: string | undefined },
  streams: CommandStreams,
  signal: AbortSignal,
): Promise<number> {
  if (name === undefined)
    throw new Problem('invalid-request', { what: describeMissing(0, usageOfVerb(['results'], experimentUsage)) })
  if (values.format === undefined && !existsSync(name)) {
    const { findExperimentId, printExperiment } = await import('../dashboard/experiments-remote.ts')
    // What has a slash or an ending, as `load.jtl`, is a file, and - is standard input; `jdk 25.0` is a name.
    const isFile = /\/|\.[A-Za-z]\w*$/.test(name) || name === '-'
    if (!isFile || findExperimentId(name) !== null)
      return await withDashboard((dashboard) => printExperiment(name, values, dashboard, streams), signal)
  }
  return (await import('./results.ts')).printResults(name, values, streams)
}
