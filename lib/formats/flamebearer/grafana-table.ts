/**
 * A flame graph of Grafana as the table that it is drawn from: a row for each box, in the order of the tree.
 *
 *     [{"schema": {"fields": [{"name": "level"}, {"name": "value"}, {"name": "self"}, {"name": "label"}]},
 *       "data": {"values": [[0, 1, 2], [4, 4, 3], [0, 1, 3], ["total", "main", "scan"]]}}]
 *
 * Labels may be numbers of a list of texts in the field. The inspector of a panel has `values` in each field, and what
 * answers a query has tables further inside.
 *
 * Source: nested set model of Grafana 9 to 12, public/app/plugins/datasource/grafana-pyroscope-datasource and
 * grafana-flamegraph.
 */
import { doubled, PairTable } from '../../profile/model/pair-table.ts'
import { type JsonShape, membersOf } from '../json/json-stream.ts'
import { isRecord, numberOr, textOr } from '../json/json-values.ts'
import { createNumberColumn, type NumberColumn } from '../reading/number-column.ts'

/** Levels of an answer at which a table is searched for. */
const deepestTable = 8

interface Field {
  /** Empty where the file has none before the values: they are then read as labels, which keeps numbers as they are. */
  name: string
  /** As Grafana calls it, `ns`; empty without one. */
  unit: string
  /** Texts of the numbers of a label; empty where the values themselves are the texts. */
  texts: readonly unknown[]
  /** A row for each box. Of labels: an index into the names, or into `texts`. */
  values: NumberColumn
}

/**
 * Takes the first table of a file that is a flame graph. `members` and `items` are the shape of the whole file for
 * parseJsonStream; all else counts once that has read to the end. `boxes` gives null where no table is one. The tree of
 * boxes has the members of that of a flamebearer (`createBoxes` in flamebearer.ts): flamebearer.ts reads either.
 */
export function createGrafanaTable() {
  const labels: string[] = []
  const labelNumbers = new Map<string, number>()
  let fields: Field[] = []

  const fieldAt = (index: number) => (fields[index] ??= { name: '', unit: '', texts: [], values: createNumberColumn() })
  const find = (name: string) => fields.find((field) => field.name === name)
  const isFlameGraph = () => ['level', 'self', 'label'].every((name) => find(name) !== undefined)

  /** Gives the number of a label; texts are numbered as they are met. */
  function numberOf(value: unknown): number {
    if (typeof value !== 'string') return numberOr(value, Number.NaN)
    const existingNumber = labelNumbers.get(value)
    if (existingNumber !== undefined) return existingNumber
    labelNumbers.set(value, labels.length)
    return labels.push(value) - 1
  }

  function fieldShape(index: number): JsonShape {
    const field = fieldAt(index)
    return {
      members: membersOf({
        name: { value: (value) => (field.name = textOr(value, '')) },
        config: { value: (value) => addConfig(field, value) },
        values: columnShape(index),
      }),
    }
  }

  function columnShape(index: number): JsonShape {
    const field = fieldAt(index)
    const add = (value: unknown) =>
      field.values.add(field.name === 'self' || field.name === 'level' ? numberOr(value, Number.NaN) : numberOf(value))
    return { items: () => ({ value: add }) }
  }

  /** A value that may be a table, or hold one. */
  function shape(depth = 0): JsonShape | null {
    if (depth > deepestTable) return null
    return {
      items: () => shape(depth + 1),
      members: (key) => {
        // The first one is whole.
        if (isFlameGraph() && find('label')!.values.length > 0) return null
        if (key === 'fields') {
          fields = []
          return { items: fieldShape }
        }
        if (key === 'values') return fields.length > 0 ? { items: columnShape } : null
        return shape(depth + 1)
      },
    }
  }

  return {
    members: (key: string): JsonShape | null => shape()?.members?.(key) ?? null,
    items: (): JsonShape | null => shape(1),
    /** The table has both sides of a difference. */
    get isComparison(): boolean {
      return find('selfRight') !== undefined
    },
    get unit(): string {
      return find('self')?.unit || find('value')?.unit || ''
    },
    names: labels,
    boxes: () => (isFlameGraph() ? createBoxes() : null),
  }

  /**
   * Boxes of one label on one box are one. A box without a usable level stands at the lowest, one that skips levels
   * right on the box before it; `nameOf` gives -1 without a usable label.
   */
  function createBoxes() {
    const [level, self, label] = [find('level')!, find('self')!.values, find('label')!]
    /** Rows of (box below or -1, index into the names). */
    const boxes = new PairTable()
    const path: number[] = []
    let selfs = new Float64Array(16)
    let unusable = 0
    let roots = 0
    for (let row = 0; row < level.values.length; row++) {
      const depth = Math.min(Math.max(0, Math.trunc(level.values.at(row)) || 0), path.length)
      path.length = depth
      const text = label.texts.length > 0 ? label.texts[label.values.at(row)] : undefined
      const name = text === undefined ? label.values.at(row) : numberOf(text)
      const box = boxes.add(path.at(-1) ?? -1, name === (name | 0) ? name : -1)
      path.push(box)
      if (depth === 0) roots++
      if (box >= selfs.length) selfs = doubled(selfs)
      const weight = self.at(row)
      if (weight >= 0 && weight < Infinity) selfs[box] = selfs[box]! + weight
      else unusable++
    }
    return {
      length: boxes.length,
      parentOf: (box: number) => boxes.first[box]!,
      nameOf: (box: number) => boxes.second[box]!,
      selfOf: (box: number) => selfs[box]!,
      /** Whether it is the only one at the lowest level: that of all, which is no function. */
      isTotal: (box: number) => box === 0 && roots === 1,
      /** How many weights cannot be added. */
      unusable,
    }
  }
}

function addConfig(field: Field, config: unknown): void {
  if (!isRecord(config)) return
  if (typeof config['unit'] === 'string') field.unit = config['unit']
  const type = isRecord(config['type']) ? config['type']['enum'] : null
  if (isRecord(type) && Array.isArray(type['text'])) field.texts = type['text']
}
