import { describe, expect, it } from 'vitest'
import { fauteChamp, normaliserChamp } from '../champ.ts'
import { limiteConservation } from './conservation.champs.ts'
import { CHAMPS_MENTIONS, type ChampMention, NOMS_MENTIONS } from './mentions.champs.ts'

const fauteDe = (champ: ChampMention, valeur: string) => fauteChamp(CHAMPS_MENTIONS[champ], valeur)
const garde = (champ: ChampMention, valeur: string) =>
  normaliserChamp(CHAMPS_MENTIONS[champ], valeur)

describe('un champ des mentions légales', () => {
  it('peut rester vide, quel qu’il soit', () => {
    expect(NOMS_MENTIONS.filter((champ) => fauteDe(champ, '  ') !== null)).toEqual([])
  })

  it('ne dépasse pas sa longueur, une fois débarrassé de ses blancs', () => {
    for (const champ of ['editeurNom', 'hebergeurAdresse'] as const) {
      const juste = 'x'.repeat(CHAMPS_MENTIONS[champ].max)
      expect(fauteDe(champ, `  ${juste}\n`)).toBe(null)
      expect(fauteDe(champ, `${juste}x`)).toMatch(/au plus \d+ caractères/)
    }
  })

  it('tient sur une ligne, sauf une adresse', () => {
    expect(garde('hebergeurNom', ' Hébergeur\r\nnational\u0000 ')).toBe('Hébergeur national')
    expect(garde('hebergeurAdresse', '1, rue du Port\r\nPort-Clair')).toBe(
      '1, rue du Port\nPort-Clair',
    )
  })

  it('reçoit un téléphone comme on l’écrit', () => {
    for (const numero of ['+221 33 800 00 00', '17', '(00 33) 1-23/45.67']) {
      const refuse = fauteDe('editeurTelephone', numero) !== null
      expect([numero, refuse]).toEqual([numero, numero === '17'])
    }
    expect(fauteDe('editeurTelephone', 'demandez Awa')).toMatch(/Exemple/)
  })

  it('reçoit une adresse électronique, et rien d’autre à sa place', () => {
    expect(fauteDe('protectionEmail', 'donnees@dpps.example.org')).toBe(null)
    expect(fauteDe('protectionEmail', 'donnees@dpps')).toMatch(/nom@domaine/)
  })

  it('complète l’adresse d’un site, et refuse ce qui n’en est pas un', () => {
    expect(garde('autoriteSite', ' www.autorite.example ')).toBe('https://www.autorite.example')
    for (const site of ['www.autorite.example:8080/fr', 'http://autorite.example']) {
      expect([site, fauteDe('autoriteSite', site)]).toEqual([site, null])
    }
    const hostiles = [
      'javascript:alert(1)',
      'javascript:1',
      'data:text/html,x',
      'https://banque.example@pirate.example',
      'autorité',
      'https://',
    ]
    for (const site of hostiles) {
      expect([site, fauteDe('autoriteSite', site)]).not.toEqual([site, null])
    }
  })
})

describe('la limite de conservation', () => {
  it('est le même quantième, tant de mois plus tôt, ou le dernier jour du mois', () => {
    expect(limiteConservation('2026-03-20', 12)).toBe('2025-03-20')
    expect(limiteConservation('2026-11-22', 120)).toBe('2016-11-22')
    expect(limiteConservation('2026-08-31', 6)).toBe('2026-02-28')
    expect(limiteConservation('2024-08-30', 6)).toBe('2024-02-29')
    expect(limiteConservation('2026-01-15', 7)).toBe('2025-06-15')
  })
})
