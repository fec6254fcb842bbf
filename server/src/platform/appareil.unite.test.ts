import { describe, expect, it } from 'vitest'
import { appareilDe } from './appareil.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('l’appareil d’une session', () => {
  // biome-ignore format: one line per browser
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox sous Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge sous Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0 Safari/537.36`, 'Chrome sous Linux'],
    [`Mozilla/5.0 (Linux; Android 15; Pixel) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`, 'Chrome sous Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/605.1', 'Safari sous macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/15 Safari/604.1', 'Safari sous iOS'],
    ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
    ['curl/8.9', null],
    ['', null],
    [undefined, null],
    [`${'a '.repeat(400)}Firefox/1 Windows`, null],
  ])('se lit dans « %s »', (userAgent, dit) => {
    expect(appareilDe(userAgent)).toBe(dit)
  })
})
