import { describe, expect, it } from 'vitest'
import { creerAttente } from './attente.ts'

describe('la file des modifications', () => {
  it('n’envoie qu’un lot à la fois, et garde ce qui est saisi pendant l’envoi', () => {
    const attente = creerAttente()
    attente.poser('donnees', 'A', 1)
    expect(attente.prendre()?.donnees).toEqual({ A: 1 })
    attente.poser('donnees', 'A', 2)
    attente.poser('commentaires', 'B', 'registre perdu')
    expect(attente.prendre()).toBeNull()
    attente.confirmer()
    expect(attente.prendre()).toEqual({
      donnees: { A: 2 },
      commentaires: { B: 'registre perdu' },
      justifications: {},
    })
  })

  it('remet un lot refusé derrière ce qui a été saisi depuis', () => {
    const attente = creerAttente()
    attente.poser('donnees', 'A', 1)
    attente.poser('donnees', 'B', 5)
    attente.prendre()
    attente.poser('donnees', 'A', 2)
    attente.rendre()
    expect(attente.prendre()?.donnees).toEqual({ A: 2, B: 5 })
  })

  it('sait ce que le serveur ne tient pas encore', () => {
    const attente = creerAttente()
    expect(attente.estVide()).toBe(true)
    attente.poser('donnees', 'A', null)
    expect(attente.contient('donnees', 'A')).toBe(true)
    attente.prendre()
    expect(attente.contient('donnees', 'A')).toBe(true)
    expect(attente.estVide()).toBe(false)
    attente.confirmer()
    expect(attente.contient('donnees', 'A')).toBe(false)
    expect(attente.estVide()).toBe(true)
  })

  it('n’envoie plus une case dont le texte est devenu invalide', () => {
    const attente = creerAttente()
    attente.poser('donnees', 'A', 4)
    attente.retirer('donnees', 'A')
    expect(attente.prendre()).toBeNull()
  })
})
