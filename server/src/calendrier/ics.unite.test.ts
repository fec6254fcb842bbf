import { describe, expect, it } from 'vitest'
import { composeIcs, type EvenementIcs } from './abonnement.ts'

const EVENEMENT: EvenementIcs = {
  uid: 'echeance-2025-03@releve.example.org',
  dtstamp: new Date('2025-03-20T10:00:00.123Z'),
  du: '2025-04-07',
  au: '2025-04-07',
  titre: 'Échéance',
  description: 'Un jour.',
}
const lignesDe = (evenement: Partial<EvenementIcs>) =>
  composeIcs('Essai', [{ ...EVENEMENT, ...evenement }]).split('\r\n')

/** Lines as a reader puts them together again (RFC 5545, 3.1). */
const deplier = (texte: string) => texte.replaceAll('\r\n ', '').split('\r\n')

describe('un flux iCalendar', () => {
  it('termine chaque ligne par CRLF, et n’a pas d’autre fin de ligne', () => {
    const texte = composeIcs('Essai', [EVENEMENT])
    expect(texte.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(texte.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('donne des jours entiers, la fin non comprise, et un instant en UTC', () => {
    expect(lignesDe({ du: '2025-12-30', au: '2025-12-31' })).toEqual(
      expect.arrayContaining([
        'UID:echeance-2025-03@releve.example.org',
        'DTSTAMP:20250320T100000Z',
        'DTSTART;VALUE=DATE:20251230',
        'DTEND;VALUE=DATE:20260101',
        'SUMMARY:Échéance',
        'TRANSP:TRANSPARENT',
      ]),
    )
  })

  it('échappe ce qui sépare des valeurs, et n’a pas de signe de commande', () => {
    const lignes = lignesDe({ titre: 'a, b; c\\d', description: 'un\r\ndeux\ntrois\u0007' })
    expect(lignes).toContain('SUMMARY:a\\, b\\; c\\\\d')
    expect(lignes).toContain('DESCRIPTION:un\\ndeux\\ntrois ')
  })

  it('ne laisse pas un libellé de structure ajouter une propriété', () => {
    const lignes = lignesDe({ titre: 'Centre\r\nATTENDEE:mailto:x@example.org' })
    expect(lignes.filter((ligne) => ligne.startsWith('ATTENDEE'))).toEqual([])
  })

  it('plie à 75 octets, sans couper un signe', () => {
    for (const signe of ['a', 'é', '€', '𝒜']) {
      const titre = signe.repeat(200)
      const texte = composeIcs('Essai', [{ ...EVENEMENT, titre }])
      const longueurs = texte.split('\r\n').map((ligne) => Buffer.byteLength(ligne))
      expect(Math.max(...longueurs)).toBeLessThanOrEqual(75)
      expect(deplier(texte)).toContain(`SUMMARY:${titre}`)
      expect(texte).not.toContain('\uFFFD')
    }
  })

  it('n’ajoute pas de pli à une ligne de 75 octets juste', () => {
    const titre = 'x'.repeat(75 - 'SUMMARY:'.length)
    expect(lignesDe({ titre })).toContain(`SUMMARY:${titre}`)
  })
})
