import { expect, test } from 'vitest'
import { encodeAttachRequest } from '../../host/attach/attach.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { engineTable } from '../../contract/engines.ts'
import { inlineSettings, jfrSettings, settingsFile } from './jfr-settings.ts'

test('CPU time where the JDK can, else a look at threads in Java', () => {
  const on = (feature: number) => inlineSettings(jfrSettings({ events: ['cpu'], feature, frequencyHz: 99 }), feature)
  expect(on(25)).toEqual([
    'settings=none',
    '+jdk.CPUTimeSample#enabled=true',
    '+jdk.CPUTimeSample#throttle=10ms',
    '+jdk.CPUTimeSamplesLost#enabled=true',
  ])
  expect(on(17)).toEqual(['settings=none', '+jdk.ExecutionSample#enabled=true', '+jdk.ExecutionSample#period=10ms'])
})

test('never a preset, and never what tells environment variables', () => {
  for (const feature of [8, 11, 17, 21, 25]) {
    const settings = jfrSettings({ events: [...engineTable.jfr.events], feature, frequencyHz: 99 })
    const said = (inlineSettings(settings, feature) ?? []).join(' ') + settingsFile(settings)
    expect(said).not.toMatch(
      /InitialEnvironmentVariable|InitialSystemProperty|JVMInformation|settings=(profile|default)/,
    )
  }
})

test('an older JDK reads a file of them', () => {
  const settings = jfrSettings({ events: ['cpu', 'alloc'], feature: 11, frequencyHz: 20 })
  expect(inlineSettings(settings, 11)).toBeNull()
  expect(settingsFile(settings)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0">
  <event name="jdk.ExecutionSample">
    <setting name="enabled">true</setting>
    <setting name="period">50 ms</setting>
  </event>
  <event name="jdk.ObjectAllocationInNewTLAB">
    <setting name="enabled">true</setting>
    <setting name="stackTrace">true</setting>
  </event>
  <event name="jdk.ObjectAllocationOutsideTLAB">
    <setting name="enabled">true</setting>
    <setting name="stackTrace">true</setting>
  </event>
</configuration>
`)
})

test('whatever is asked for at once fits into an attach request, or is read from a file', () => {
  const some: EventId[][] = [
    ['cpu', 'alloc', 'lock', 'exceptions'],
    ['cpu', 'alloc', 'lock', 'io'],
    ['io', 'exceptions'],
  ]
  const inline = some.map((events) => {
    const said = inlineSettings(jfrSettings({ events, feature: 25, frequencyHz: 999 }), 25)
    const command = [
      'JFR.start',
      `name=hearth-${'a'.repeat(32)}`,
      ...(said ?? [`settings=/tmp/.hearth-${'a'.repeat(32)}/settings.jfc`]),
    ]
    const whole = [...command, 'duration=660s', 'maxsize=128m', 'filename=/dev/null']
    expect(() => encodeAttachRequest('jcmd', whole)).not.toThrow()
    return said !== null
  })
  expect(inline).toEqual([true, false, true])
})
