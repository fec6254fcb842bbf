import { LIBELLES_RAISONS } from '@releve/contract/dashboard/dashboard.rules.ts'
import type { EcartEffectif, TotauxEcarts } from '@releve/contract/dashboard/dashboard.schema.ts'
import { arrondir } from '@releve/contract/exact.ts'
import { LIBELLES_NIVEAUX, NIVEAUX } from '@releve/contract/formulaire/ecart.rules.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { ecartEffectif, exporterEcarts } from '../../../dashboard/dashboard.queries.ts'
import { paths } from '../../../paths.ts'
import { useCalendrier } from '../../../systeme/systeme.queries.ts'
import { Filtres } from '../../../ui/Filtres.tsx'
import { formatEcart, formatNombre } from '../../../ui/format.ts'
import { Second } from '../../../ui/Ligne.tsx'
import { Liste } from '../../../ui/Liste.tsx'
import { Note } from '../../../ui/Note.tsx'
import { type Colonne, Tableau } from '../../../ui/Tableau.tsx'
import { liste, useListe } from '../../../ui/useListe.ts'
import { Recalcul } from '../../listes/Recalcul.tsx'
import { Bloc } from '../Bloc.tsx'
import { NiveauEcart } from '../NiveauEcart.tsx'
import { demandeEcarts, ECARTS } from './central.liste.ts'
import { textesCentral } from './central.textes.ts'
import { libelleDe, useOptions } from './useOptions.ts'

const t = textesCentral.ecarts
const pourcent = new Intl.NumberFormat('fr-FR', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** What was expected, and what it is made of. */
function Attendu(ligne: EcartEffectif) {
  const { effectifTheorique, effectifPrecedent, entrees, sorties, ouverture } = ligne
  const precedent = ouverture ? t.ouverture(effectifPrecedent) : formatNombre(effectifPrecedent)
  return (
    <>
      {formatNombre(effectifTheorique)}
      {effectifPrecedent !== null && (
        <Second>
          {effectifTheorique === null
            ? t.precedent(precedent)
            : t.calcul(precedent, entrees, sorties)}
        </Second>
      )}
    </>
  )
}

function Ecart({ ecart, ecartPourcent }: EcartEffectif) {
  return (
    <>
      {formatEcart(ecart)}
      {ecartPourcent !== null && ecart !== 0 && (
        <Second>{pourcent.format(arrondir(ecartPourcent, 1) / 100).replace('-', '−')}</Second>
      )}
    </>
  )
}

const COLONNES: readonly Colonne<EcartEffectif>[] = [
  {
    cle: 'structure',
    titre: t.colonnes.structure,
    largeur: 38,
    rendu: ({ structure }) => (
      <>
        {structure.libelle}
        <Second>{structure.code}</Second>
      </>
    ),
  },
  {
    cle: 'modele',
    titre: t.colonnes.modele,
    rendu: ({ numero, modele, moisCouverts, ...ligne }) => (
      <>
        {numero ? <Link to={paths.saisie(numero)}>{modele.code}</Link> : modele.code}
        {moisCouverts > 1 && <Second>{libellePeriode(ligne, moisCouverts)}</Second>}
      </>
    ),
  },
  {
    cle: 'attendu',
    titre: t.colonnes.attendu,
    nombre: true,
    rendu: (ligne) => <Attendu {...ligne} />,
  },
  {
    cle: 'declare',
    titre: t.colonnes.declare,
    nombre: true,
    rendu: ({ effectifDeclare }) => formatNombre(effectifDeclare),
  },
  { cle: 'ecart', titre: t.colonnes.ecart, nombre: true, rendu: (l) => <Ecart {...l} /> },
  {
    cle: 'reference',
    titre: t.colonnes.reference,
    nombre: true,
    rendu: ({ ecartReference }) => formatEcart(ecartReference),
  },
  {
    cle: 'niveau',
    titre: t.colonnes.niveau,
    rendu: ({ niveau, raison }) => (
      <>
        <NiveauEcart niveau={niveau} />
        {raison && <Second>{LIBELLES_RAISONS[raison]}</Second>}
      </>
    ),
  },
]

const COMPARES = liste({
  ...ECARTS,
  cleDe: ({ structure, modele }: EcartEffectif) => `${structure.code} ${modele.code}`,
  colonnes: COLONNES,
  textes: { ...t, titre: t.nom },
})

type Total = TotauxEcarts['total'] & { nom: string }

const TOTAUX: readonly Colonne<Total>[] = [
  { cle: 'region', titre: t.region, rendu: ({ nom }) => nom },
  ...NIVEAUX.map(
    (niveau): Colonne<Total> => ({
      cle: niveau,
      titre: LIBELLES_NIVEAUX[niveau],
      nombre: true,
      rendu: ({ niveaux }) => formatNombre(niveaux[niveau] ?? 0),
    }),
  ),
]

function Totaux({ totaux }: { totaux: TotauxEcarts }) {
  const { regions } = useOptions()
  const lignes = [
    { ...totaux.total, nom: t.ensemble },
    ...totaux.regions.map((un) => ({ ...un, nom: libelleDe(regions, un.code) })),
  ]
  return (
    <Bloc titre={t.parRegion}>
      <Tableau
        legende={t.parRegion}
        colonnes={TOTAUX}
        lignes={lignes}
        cleDe={({ nom }) => nom}
        cartes={false}
        className="cen-totaux"
      />
    </Bloc>
  )
}

/** The headcounts of a month against what the month before and its movements say. */
export default function Ecarts() {
  const { rang } = useCalendrier()
  const [adresse] = useSearchParams()
  const filtrage = useListe(COMPARES, useOptions())
  const demande = demandeEcarts(adresse, rang)
  const { mois, annee } = demande
  const { mois: _mois, annee: _annee, ...criteres } = filtrage.criteres
  const requete = useQuery(ecartEffectif(demande))
  return (
    <>
      <Bloc titre={t.titre(libellePeriode(demande))}>
        <Filtres filtrage={filtrage} />
        <Note>{t.aide}</Note>
        <Recalcul lu={requete.data} de="chiffres" />
        <Liste
          {...{ requete, filtrage }}
          exporter={(format) => exporterEcarts({ mois, annee }, { ...criteres, format })}
        />
      </Bloc>
      {requete.data && <Totaux totaux={requete.data.totaux} />}
    </>
  )
}
