import { describe, expect, it } from 'vitest'
import { buildCallTree } from '../tree/call-tree.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { createRandom, largeProfile } from '../../testing/profiles/random-profile.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'
import { type FirstPaint, firstPaintOf, narrowFrames, paintWidth, rootFrame } from './first-paint.ts'

/** A line for each row of boxes, the root's first: `name x+width`, `...` for boxes that are too narrow. */
function printBoxes({ x, width, depth, frame, names }: FirstPaint): string[] {
  const lines: string[] = []
  for (let box = 0; box < x.length; box++) {
    const named = frame[box]!
    const name = named === rootFrame ? 'all' : named === narrowFrames ? '...' : names[named]!
    lines[depth[box]!] = `${lines[depth[box]!] ?? ''} ${name} ${x[box]}+${width[box]}`.trim()
  }
  return lines
}

/** So many root frames of random weight. */
function wideProfile(count: number): Profile {
  const builder = createProfileBuilder()
  const thread = builder.thread('main', 1)
  const random = createRandom(7)
  for (let index = 0; index < count; index++) {
    builder.sample(builder.stack(-1, builder.frame(`a${index}`, 'java')), thread, NaN, 1 + random())
  }
  return builder.finish('samples', emptyProvenance('test'))
}

describe('firstPaintOf', () => {
  it('has the boxes of the whole graph, siblings by name', () => {
    const paint = firstPaintOf(profileFromDiagram('main main idle\nb    a    .\n1    2    1'))
    expect(printBoxes(paint)).toEqual(['all 0+10000', 'idle 0+2500 main 2500+7500', 'a 2500+5000 b 7500+2500'])
    expect(paint.rows).toBe(3)
  })

  it('has the widest boxes of a large profile, each with its caller, and one box for narrow neighbours', () => {
    const profile = largeProfile(50_000, 3000)
    const paint = firstPaintOf(profile)
    const named = paint.frame.filter((frame) => frame !== narrowFrames)
    expect(named).toHaveLength(600)
    expect(paint.x.length).toBeLessThan(1200)
    expect(paint.rows).toBe(buildCallTree(profile).maxDepth + 1)
    const path = [0]
    for (let box = 1; box < paint.x.length; box++) {
      const depth = paint.depth[box]!
      const caller = path[depth - 1]!
      expect(paint.frame[caller]).not.toBe(narrowFrames)
      expect(paint.x[box]).toBeGreaterThanOrEqual(paint.x[caller]!)
      expect(paint.x[box]! + paint.width[box]!).toBeLessThanOrEqual(paint.x[caller]! + paint.width[caller]!)
      path[depth] = box
    }
  })

  it('is small where many neighbours are too narrow to be seen', () => {
    expect(printBoxes(firstPaintOf(wideProfile(100_000)))).toEqual(['all 0+10000', '... 0+10000'])
  })

  it('ends where no screen reaches', () => {
    const frames = Array.from({ length: 1000 }, (_, index) => `f${index}`)
    const paint = firstPaintOf(profileFromDiagram(frames.join('\n')))
    expect(paint.rows).toBe(1001)
    expect(Math.max(...paint.depth)).toBe(79)
  })

  it('has the root alone of a profile without weight', () => {
    const empty = createProfileBuilder().finish('samples', emptyProvenance('test'))
    expect(printBoxes(firstPaintOf(empty))).toEqual(['all 0+10000'])
    expect(printBoxes(firstPaintOf(profileFromDiagram('main a\n0 0')))).toEqual([`all 0+${paintWidth}`])
  })

  it('says how boxes ran', () => {
    const paint = firstPaintOf(profileFromDiagram('main\na_[i]\n2'))
    expect(paint.tiers).toEqual([...[0, 0, 0, 0], ...[0, 0, 0, 0], ...[0, 0, 0, 255]])
  })
})
