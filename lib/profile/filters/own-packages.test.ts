import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { guessOwnPackages } from './own-packages.ts'
import type { Profile } from '../model/profile.ts'

const running = (diagram: string, target: Record<string, string>): Profile => {
  const profile = profileFromDiagram(diagram)
  return { ...profile, provenance: { ...profile.provenance, target } }
}

const web = `
  java.lang.Thread.run      java.lang.Thread.run      java.lang.Thread.run
  com.acme.web.Shop.serve   org.tools.Pool.run        com.acme.web.Shop.serve
  java.util.HashMap.get     com.fasterxml.jackson.A.b org.foo.Rare.run
  8                         3                         1
`

describe('own packages', () => {
  test('are those of the main class, with what stands beside it', () => {
    expect(guessOwnPackages(running(web, { mainClass: 'com.acme.boot.Main' }))).toEqual(['com.acme'])
    expect(guessOwnPackages(shopProfile())).toEqual(['shop'])
  })

  test('are found without a main class: those nearest to the leaf, libraries aside, in much of the weight', () => {
    expect(guessOwnPackages(running(web, {}))).toEqual(['com.acme', 'org.tools'])
    expect(guessOwnPackages(running(web, { mainClass: 'org.springframework.boot.loader.JarLauncher' }))).toEqual([
      'com.acme',
      'org.tools',
    ])
    expect(guessOwnPackages(running(web, { mainClass: 'com.elsewhere.Main' }))).toEqual(['com.acme', 'org.tools'])
  })

  test('are those that the jar or the service is called after', () => {
    expect(guessOwnPackages(running(web, { mainClass: '/opt/acme-service-1.2.jar' }))).toEqual(['com.acme'])
    expect(guessOwnPackages(running(web, { mainClass: 'app.jar', service: 'tools' }))).toEqual(['org.tools'])
  })

  test('below a host or a foundation that many share have one part more', () => {
    const hosted = `
      io.github.anna.shop.Main.main   org.apache.kafka.Broker.main
      io.github.anna.shop.Cart.total  org.apache.kafka.log.Log.append
    `
    expect(guessOwnPackages(running(hosted, { mainClass: 'io.github.anna.shop.Main' }))).toEqual(['io.github.anna'])
    expect(guessOwnPackages(running(hosted, { mainClass: 'org.apache.kafka.Broker' }))).toEqual(['org.apache.kafka'])
  })

  test('are none where nothing tells', () => {
    expect(guessOwnPackages(running('java.lang.Thread.run', {}))).toEqual([])
    expect(guessOwnPackages(running('Main.main_[k]', { mainClass: '', jar: '', service: 'com' }))).toEqual([])
    expect(guessOwnPackages(running('Load.sort', { mainClass: 'Load' }))).toEqual([])
  })
})
