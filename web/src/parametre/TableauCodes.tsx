import { direEmplois } from '@releve/contract/codification/codification.rules.ts'
import type {
  Codification,
  ValeurGeree,
} from '@releve/contract/codification/codification.schema.ts'
import { plier } from '@releve/contract/plier.ts'
import { useEffect, useRef, useState } from 'react'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Second } from '../ui/Ligne.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { ConfirmerActe } from './ApercuCodes.tsx'
import { CodeForm, ecrireMois } from './CodeForm.tsx'
import { type DemandeCodification, useRanger } from './codifications.queries.ts'
import { textesCodifications as t } from './codifications.textes.ts'

const TAILLE = 50
const c = t.colonnes

const ASPECTS: Record<'propose' | 'desactive', Aspect> = {
  propose: ['coche', 'succes'],
  desactive: ['interdit', 'neutre'],
}

/** A code as the server takes it back. */
const ficheDe = ({ code, libelle, ordre, actif, parent, valableDu, valableAu }: ValeurGeree) => ({
  code,
  libelle,
  ordre,
  actif,
  parent,
  valableDu,
  valableAu,
})

/** What is asked of a list as it was read. */
const demandeDe = ({ code, libelle, parentListe, version }: Codification) => ({
  code,
  libelle,
  parentListe,
  version,
})

/** Every code at its rank, once this one has gone past its neighbour; what changes of it. */
function ranger(valeurs: readonly ValeurGeree[], code: string, pas: number) {
  const rang = valeurs.findIndex((un) => un.code === code)
  const autre = valeurs[rang + pas]
  const un = valeurs[rang]
  if (!autre || !un) return []
  const rangees = valeurs.with(rang, autre).with(rang + pas, un)
  return rangees.flatMap((valeur, i) =>
    valeur.ordre === i + 1 ? [] : [{ ...ficheDe(valeur), ordre: i + 1 }],
  )
}

type Sens = 'monter' | 'descendre'
const idDe = (sens: Sens, code: string) => `prm-${sens}-${code}`

/** Moves a code up or down; its button keeps the focus wherever its row goes. */
function useRangement(liste: Codification) {
  const { mutate, isPending } = useRanger()
  const dernier = useRef<{ id: string; version: number } | null>(null)
  // The row has moved in the page, and what moves loses the focus.
  useEffect(() => {
    if (!dernier.current || dernier.current.version === liste.version) return
    document.getElementById(dernier.current.id)?.focus()
    dernier.current = null
  })
  return (code: string, sens: Sens) => {
    const valeurs = ranger(liste.valeurs, code, sens === 'monter' ? -1 : 1)
    if (isPending || valeurs.length === 0) return
    dernier.current = { id: idDe(sens, code), version: liste.version }
    mutate({ ...demandeDe(liste), valeurs })
  }
}

type Acte = { titre: string; demande: DemandeCodification }
type Gestes = {
  liste: Codification
  ranger: (code: string, sens: Sens) => void
  modifier: (valeur: ValeurGeree) => void
  agir: (acte: Acte) => void
}

function Ordre({ valeur, liste, ranger: deplacer }: Gestes & { valeur: ValeurGeree }) {
  const { code, ordre } = valeur
  const bouts = { monter: liste.valeurs.at(0), descendre: liste.valeurs.at(-1) }
  return (
    <span className="prm-ordre">
      {ordre}
      {(['monter', 'descendre'] as const).map((sens) => (
        <BoutonIcone
          key={sens}
          id={idDe(sens, code)}
          nom={sens === 'monter' ? 'triHaut' : 'triBas'}
          size="small"
          aria-label={t[sens](code)}
          aria-disabled={bouts[sens]?.code === code || undefined}
          onClick={() => deplacer(code, sens)}
        />
      ))}
    </span>
  )
}

function Actes({ valeur, liste, modifier, agir }: Gestes & { valeur: ValeurGeree }) {
  const { code, actif, actions } = valeur
  const demande = demandeDe(liste)
  const bascule = {
    titre: actif ? t.desactiver(code) : t.reactiver(code),
    demande: { ...demande, valeurs: [{ ...ficheDe(valeur), actif: !actif }] },
  }
  const retrait = { titre: t.supprimer(code), demande: { ...demande, supprimees: [code] } }
  return (
    <span className="prm-ordre">
      <BoutonIcone
        nom="crayon"
        size="small"
        aria-label={t.modifier(code)}
        onClick={() => modifier(valeur)}
      />
      {actions.includes('desactiver') && (
        <BoutonIcone
          nom={actif ? 'interdit' : 'coche'}
          size="small"
          aria-label={bascule.titre}
          onClick={() => agir(bascule)}
        />
      )}
      {actions.includes('supprimer') && (
        <BoutonIcone
          nom="fermer"
          size="small"
          aria-label={retrait.titre}
          onClick={() => agir(retrait)}
        />
      )}
    </span>
  )
}

const colonnesDe = (gestes: Gestes): Colonne<ValeurGeree>[] => [
  {
    cle: 'ordre',
    titre: c.ordre,
    largeur: 'contenu',
    rendu: (valeur) => <Ordre {...gestes} valeur={valeur} />,
  },
  {
    cle: 'code',
    titre: c.code,
    entete: true,
    coupure: 'libre',
    rendu: ({ code, libelle, libellesAnciens }) => (
      <>
        {libelle}
        <Second>{code}</Second>
        {libellesAnciens.length > 0 && <Second>{t.anciens(libellesAnciens)}</Second>}
      </>
    ),
  },
  { cle: 'parent', titre: c.parent, rendu: ({ parent }) => parent ?? '—' },
  {
    cle: 'mois',
    titre: c.mois,
    rendu: ({ valableDu, valableAu }) => t.mois(ecrireMois(valableDu), ecrireMois(valableAu)),
  },
  {
    cle: 'etat',
    titre: c.etat,
    rendu: ({ actif }) => {
      const etat = actif ? 'propose' : 'desactive'
      return <Pastille aspect={ASPECTS[etat]}>{t[etat]}</Pastille>
    },
  },
  {
    cle: 'emplois',
    titre: c.emplois,
    coupure: 'libre',
    rendu: ({ emplois }) => direEmplois(emplois) || t.personne,
  },
  {
    cle: 'actes',
    titre: c.actes,
    muet: true,
    largeur: 'contenu',
    rendu: (valeur) => <Actes {...gestes} valeur={valeur} />,
  },
]

/** The codes of a list, and what one may do with each. */
export function TableauCodes({ liste }: { liste: Codification }) {
  const [recherche, setRecherche] = useState('')
  const [page, setPage] = useState(1)
  const [modifiee, modifier] = useState<ValeurGeree | null>(null)
  const [acte, agir] = useState<Acte | null>(null)
  const deplacer = useRangement(liste)
  const q = plier(recherche).trim()
  const trouvees = liste.valeurs.filter(({ code, libelle }) =>
    plier(`${code} ${libelle}`).includes(q),
  )
  const vide = liste.valeurs.length === 0 ? t.vide : trouvees.length === 0 && t.rien
  return (
    <>
      <ChampTexte
        libelle={t.recherche}
        type="search"
        largeur="md"
        value={recherche}
        onChange={({ target }) => {
          setRecherche(target.value)
          setPage(1)
        }}
      />
      {vide && <EtatVide icone="filtre">{vide}</EtatVide>}
      {!vide && (
        <Tableau
          legende={t.legende(liste.libelle)}
          colonnes={colonnesDe({ liste, ranger: deplacer, modifier, agir })}
          lignes={trouvees.slice((page - 1) * TAILLE, page * TAILLE)}
          cleDe={({ code }) => code}
        />
      )}
      <Pagination page={page} taille={TAILLE} total={trouvees.length} onPage={setPage} />
      {modifiee && <CodeForm liste={liste} valeur={modifiee} onFermer={() => modifier(null)} />}
      {acte && <ConfirmerActe {...acte} onFermer={() => agir(null)} />}
    </>
  )
}
