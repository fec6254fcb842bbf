import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { useState } from 'react'
import { useAuth } from '../app/session.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import type { NomIcone } from '../ui/Icone.tsx'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import { BlocageDialogue } from './BlocageDialogue.tsx'
import { FicheDialogue } from './FicheDialogue.tsx'
import { SecondFacteurDialogue } from './SecondFacteurDialogue.tsx'
import { textes } from './utilisateur.textes.ts'
import './utilisateur.css'

const t = textes.actes

type Acte = {
  cle: 'fiche' | 'blocage' | 'deblocage' | 'facteur'
  icone: NomIcone
  libelle: string
  /** For a screen reader among other rows: whose account it is. */
  nom: string
}

/** In an order that keeps a button in its place when another comes or goes. */
function actesDe({ actions, nomAffichable: nom }: Utilisateur, facteur: boolean): Acte[] {
  const actes: Acte[] = []
  if (actions.includes('modifier')) {
    actes.push({ cle: 'fiche', icone: 'crayon', libelle: t.modifier, nom: t.modifierNom(nom) })
  }
  if (actions.includes('bloquer')) {
    actes.push({ cle: 'blocage', icone: 'verrou', libelle: t.bloquer, nom: t.bloquerNom(nom) })
  }
  if (actions.includes('debloquer')) {
    const libelles = { libelle: t.debloquer, nom: t.debloquerNom(nom) }
    actes.push({ cle: 'deblocage', icone: 'deverrou', ...libelles })
  }
  if (facteur) {
    const libelles = { libelle: t.facteur, nom: t.facteurNom(nom) }
    actes.push({ cle: 'facteur', icone: 'motDePasse', ...libelles })
  }
  return actes
}

const PLACES = ['a', 'b', 'c', 'd']

type Props = {
  utilisateur: Utilisateur
  /** Icons in a table, words on the account's own page. */
  genre: 'icones' | 'boutons'
}

/** What the agent may do to this account now, and nothing that the server would refuse. */
export function ActesCompte({ utilisateur, genre }: Props) {
  const [ouvert, setOuvert] = useState<Acte['cle'] | null>(null)
  const fermer = () => setOuvert(null)
  const { identifiant } = useAuth()
  // One's own is taken away on one's own page, with a code.
  const autre = utilisateur.secondFacteur && utilisateur.identifiant !== identifiant
  const facteur = genre === 'boutons' && autre && utilisateur.actions.includes('modifier')
  const actes = actesDe(utilisateur, facteur)
  const ref = useFocusGarde<HTMLDivElement>(actes.length)
  return (
    <div ref={ref} className={genre === 'icones' ? 'usr-icones' : 'usr-actes'}>
      {actes.map(({ cle, icone, libelle, nom }, rang) => {
        const commun = { 'aria-label': nom, onClick: () => setOuvert(cle) }
        // By rank: a blocked account gets the other button in this one's place, and the focus stays.
        return genre === 'icones' ? (
          <BoutonIcone key={PLACES[rang]} nom={icone} {...commun} />
        ) : (
          <BoutonAction key={PLACES[rang]} icone={icone} {...commun}>
            {libelle}
          </BoutonAction>
        )
      })}
      {ouvert === 'fiche' && <FicheDialogue utilisateur={utilisateur} onFermer={fermer} />}
      {ouvert === 'facteur' && (
        <SecondFacteurDialogue utilisateur={utilisateur} onFermer={fermer} />
      )}
      {(ouvert === 'blocage' || ouvert === 'deblocage') && (
        <BlocageDialogue
          utilisateur={utilisateur}
          bloquer={ouvert === 'blocage'}
          onFermer={fermer}
        />
      )}
    </div>
  )
}
