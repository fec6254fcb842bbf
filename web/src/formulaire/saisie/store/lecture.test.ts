import { describe, expect, it } from 'vitest'
import { montageLu } from './store.banc.ts'

describe('un rapport qui n’est que lu', () => {
  it('montre les chiffres reçus, sans rien recalculer, et ferme toutes ses cases', () => {
    const lecture = montageLu({ donnees: { 'MVT.ENT.M': 4, 'MVT.ENT.TOT': 1200 } })
    expect(lecture.lire('MVT.ENT.M')).toMatchObject({ texte: '4', fermee: true, requise: false })
    expect(lecture.lire('MVT.ENT.TOT')).toMatchObject({ texte: '1\u202f200', partiel: false })
    expect(lecture.lire('MVT.FIN.M')).toMatchObject({ texte: '', valeur: undefined })
  })

  it('garde les lignes d’un tableau dans l’ordre où elles ont été ajoutées', () => {
    const donnees = { 'ACT.10.NOM': 'Tri', 'ACT.b.NOM': 'Jeu', 'ACT.2.NOM': 'Chant' }
    expect(montageLu({ donnees }).lignes('ACT')).toEqual(['2', 'b', '10'])
  })

  it('dit les contrôles du serveur avec leur justification, et rien de ce qui manque', () => {
    const message = 'Effectif de 110.'
    const lecture = montageLu({
      justifications: { RA01: 'Accueil d’une crise' },
      resultats: [
        {
          cle: 'RA01',
          code: 'RA01',
          niveau: 'AVERTISSEMENT',
          cellules: ['MVT.FIN.TOT'],
          message,
          justification: 'Accueil d’une crise',
        },
      ],
    })
    const { problemes, erreurs, requises } = lecture.lireBilan()
    expect(problemes).toMatchObject([
      { message, sections: ['MVT'], justification: { texte: 'Accueil d’une crise' } },
    ])
    expect({ erreurs, requises }).toEqual({ erreurs: 0, requises: 0 })
    expect(lecture.lire('MVT.FIN.TOT')).toMatchObject({
      niveau: 'AVERTISSEMENT',
      messages: [message],
    })
  })

  it('compte un contrôle dans chaque section de ses cases, et une fois dans le rapport', () => {
    const cellules = ['MVT.FIN.M', 'MVT.FIN.F', 'CAP']
    const lecture = montageLu({
      resultats: [
        {
          cle: 'RB02',
          code: 'RB02',
          niveau: 'BLOQUANT',
          cellules,
          message: 'Différents.',
          justification: null,
        },
      ],
    })
    const { sections, erreurs, problemes } = lecture.lireBilan()
    for (const adresse of cellules) expect(lecture.lire(adresse).niveau).toBe('BLOQUANT')
    const parSection = ['MVT', 'CHP', 'ACT'].map((code) => sections.get(code)?.erreurs)
    expect(parSection).toEqual([1, 1, 0])
    expect({ erreurs, dits: problemes.length }).toEqual({ erreurs: 1, dits: 1 })
  })

  it('marque ce qui a changé, le compte par section, et y mène', () => {
    const lecture = montageLu({ donnees: { 'MVT.ENT.M': 4, 'ACT.1.NOM': 'Tri' } })
    const voisine = lecture.lire('MVT.ENT.F')
    const vues: string[] = []
    for (const adresse of ['MVT.ENT.M', 'MVT.ENT.F']) {
      lecture.lire(adresse)
      lecture.abonner(adresse, () => vues.push(adresse))
    }
    const changee = { avant: '12', dit: 'Était 12.' }
    // A row that is no longer there counts, and leads nowhere.
    lecture.marquerChangees(
      new Map([
        ['MVT.ENT.M', changee],
        ['ACT.1.NOM', { avant: '', dit: 'Était vide.' }],
        ['ACT.9.NOM', { avant: '', dit: 'Était Jeu.' }],
      ]),
    )
    expect(lecture.lire('MVT.ENT.M').changee).toBe(changee)
    expect(lecture.lire('MVT.ENT.F')).toBe(voisine)
    expect(vues).toEqual(['MVT.ENT.M'])
    const { sections } = lecture.lireBilan()
    expect([sections.get('MVT')?.changees, sections.get('ACT')?.changees]).toEqual([1, 2])
    const suite = [1, 2, 3].map(() => {
      const adresse = lecture.probleme(1)
      lecture.activer(adresse ?? '')
      return adresse
    })
    expect(suite).toEqual(['MVT.ENT.M', 'ACT.1.NOM', 'MVT.ENT.M'])
    lecture.marquerChangees(new Map())
    expect(lecture.lire('MVT.ENT.M').changee).toBeNull()
    expect(lecture.lireBilan().sections.get('MVT')?.changees).toBe(0)
  })

  it('montre le mois précédent, et suit la case que l’on regarde', () => {
    const lecture = montageLu({})
    expect(lecture.precedent('MVT.FIN.M')).toBe('1\u202f200')
    lecture.activer('MVT.FIN.M')
    expect(lecture.active()).toBe('MVT.FIN.M')
  })
})
