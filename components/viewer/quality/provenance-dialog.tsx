import type { ReactNode } from 'react'
import type { Provenance, Unit } from '../../../lib/profile/model/profile.ts'
import { getEngineLabel, getEventLabel, vantageLabels } from '../../../lib/contract/engines.ts'
import { Command } from '../../ui/command.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Name } from '../../ui/name.tsx'
import { TextWithCode } from '../../ui/text-with-code.tsx'
import { formatMoment } from '../../../lib/contract/profile-title.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import { formatWarning } from '../../../lib/profile/format/warning.ts'
import { formatCount, formatCountOf, formatDuration } from '../../../lib/profile/format/units.ts'
import {
  formatMechanism,
  formatProfilerWork,
  labelOfKey,
  listNamedFrames,
  listOverhead,
  listSources,
} from './provenance-labels.ts'

/** Where the numbers come from, and how far to trust them: everything the profile says about itself. */
export function ProvenanceDialog({
  provenance,
  samples,
  total,
  unit,
  open,
  onOpenChange,
}: {
  provenance: Provenance
  /** Records in the profile: one may weigh several samples. */
  samples: number
  /** Sum of the weights of all records, in `unit`. */
  total: number
  unit: Unit
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { mechanism, vantage, overhead, mergedFrom } = provenance
  const { engine, event, startedAt, durationMs, frequencyHz, lostSamples, ambiguousFrames, symbolMaps, profilerWork } =
    provenance
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Provenance">
      <Warnings warnings={provenance.warnings} />
      <Part title="Recording">
        <Facts
          facts={[
            ['Engine', getEngineLabel(engine)],
            ['Event', getEventLabel(event)],
            ...(mechanism === null ? [] : [['Mechanism', formatMechanism(mechanism)] satisfies Fact]),
            ...(vantage === null ? [] : [['Where', vantageLabels[vantage]] satisfies Fact]),
            ...(startedAt === null ? [] : [['Started', formatMoment(startedAt)] satisfies Fact]),
            ...(durationMs === null ? [] : [['Duration', formatDuration(durationMs)] satisfies Fact]),
            ...(frequencyHz === null ? [] : [['Frequency', `${Number(frequencyHz.toFixed(2))} Hz`] satisfies Fact]),
            ['Total', formatWeight(total, unit)],
            ...(unit === 'samples' && samples === total ? [] : [['Records', formatCount(samples)] satisfies Fact]),
            ['Lost samples', formatCount(lostSamples)],
            ...(profilerWork === null
              ? []
              : [['Work of the profiler', formatProfilerWork(profilerWork, unit)] satisfies Fact]),
          ]}
        />
      </Part>
      {mergedFrom ? (
        <Part title={`Merged from ${formatCount(mergedFrom.count)} profiles`}>
          <Facts facts={listSources(mergedFrom, unit)} />
        </Part>
      ) : null}
      {overhead ? (
        <Part title="Overhead">
          <Facts facts={listOverhead(overhead)} />
          <p className="mt-1 text-xs text-muted">
            CPU time is that of the program and the profiler together. A change may come from the program’s load.
          </p>
        </Part>
      ) : null}
      <FactsPart
        title="Frames with a name, in all samples"
        facts={[
          ...listNamedFrames(provenance.resolution),
          ...(symbolMaps.length === 0 && ambiguousFrames === 0
            ? []
            : [['Java, named differently by two symbol maps', formatCount(ambiguousFrames)] satisfies Fact]),
          ...symbolMaps.map(({ atMs, symbols }, index): [string, string] => [
            `Symbol map ${index + 1}`,
            `${formatCountOf(symbols, 'symbol')}, ${atMs < 0 ? `${formatDuration(-atMs)} before the start` : `${formatDuration(atMs)} after the start`}`,
          ]),
        ]}
      />
      <FactsPart title="Target" facts={labelled(provenance.target)} />
      {provenance.commands.length > 0 ? (
        <Part title="Commands">
          <div className="flex flex-col gap-1">
            {provenance.commands.map((command, index) => (
              <Command key={index} text={command.map(quote).join(' ')} />
            ))}
          </div>
        </Part>
      ) : null}
      <FactsPart title="Versions" facts={labelled(provenance.versions)} />
      <FactsPart title="Kernel settings" facts={Object.entries(provenance.sysctls)} />
      <FactsPart
        title="Engines not used"
        facts={provenance.enginesNotUsed.map(({ engine: name, reason }): [string, string] => [
          getEngineLabel(name),
          reason,
        ])}
      />
    </Dialog>
  )
}

function Warnings({ warnings }: { warnings: Provenance['warnings'] }) {
  if (warnings.length === 0) return null
  return (
    <ul className="mb-3 rounded-md border border-warn/40 bg-warn-wash px-3 py-2">
      {warnings.map((warning, index) => (
        // Code and line are not unique: `no-samples` is there once for each event that was left out.
        <li key={index}>
          <TextWithCode text={formatWarning(warning)} />
        </li>
      ))}
    </ul>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 first:mt-0">
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </section>
  )
}

type Fact = readonly [string, string]

/** Renders nothing where there are no facts, as in most imported profiles. */
function FactsPart({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <Part title={title}>
      <Facts facts={facts} />
    </Part>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(50%,1fr)] gap-x-4 gap-y-0.5">
      {facts.map(([label, fact]) => (
        <div key={label} className="contents">
          <dt className="text-muted">
            <Name text={label} wrap />
          </dt>
          <dd className="min-w-0">
            <Name text={fact} wrap />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const labelled = (facts: Readonly<Record<string, string>>): Fact[] =>
  Object.entries(facts).map(([key, fact]) => [labelOfKey(key), fact])

/** Quotes an argument as a person would in a shell. For reading and copying only. */
function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
