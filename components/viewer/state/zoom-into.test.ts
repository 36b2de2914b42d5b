import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { createScene } from '../../flame-graph/testing/scene.ts'
import { findZoomToRead } from './zoom-into.ts'

// Weights: main 10, run 5, serve 2, hot 1.
const graph = createScene(
  profileFromDiagram(`
main  main  main main
run   run   run  .
serve serve .    .
hot   .     .    .
1     1     3    5`),
)
const [all, main, run, serve, hot] = [0, 1, 2, 3, 4]

test('a frame with room for its name in the whole graph needs no zoom', () => {
  expect(findZoomToRead(graph, run, 0.5)).toBe(all)
  expect(findZoomToRead(graph, main, 1)).toBe(all)
})

test('else the zoom is to the outermost caller in which it has that room', () => {
  expect(findZoomToRead(graph, hot, 0.1)).toBe(all)
  expect(findZoomToRead(graph, hot, 0.2)).toBe(run)
  expect(findZoomToRead(graph, hot, 0.5)).toBe(serve)
})

test('a frame that has it nowhere is zoomed to with its caller, and never alone', () => {
  expect(findZoomToRead(graph, hot, 0.9)).toBe(serve)
  expect(findZoomToRead(graph, serve, 0.9)).toBe(run)
})
