import { describe, expect, it } from 'vitest'
import { montageLu } from './essai.ts'

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
      { message, section: 'MVT', justification: { texte: 'Accueil d’une crise' } },
    ])
    expect({ erreurs, requises }).toEqual({ erreurs: 0, requises: 0 })
    expect(lecture.lire('MVT.FIN.TOT')).toMatchObject({
      niveau: 'AVERTISSEMENT',
      messages: [message],
    })
  })

  it('montre le mois précédent, et suit la case que l’on regarde', () => {
    const lecture = montageLu({})
    expect(lecture.precedent('MVT.FIN.M')).toBe('1\u202f200')
    lecture.activer('MVT.FIN.M')
    expect(lecture.active()).toBe('MVT.FIN.M')
  })
})
