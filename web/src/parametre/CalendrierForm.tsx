import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { CHAMPS_CALENDRIER as c } from '@releve/contract/calendrier/calendrier.champs.ts'
import {
  echeanceDe,
  garderEcheances,
  jourVerrou,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import type { ReglagesCalendrier } from '@releve/contract/calendrier/calendrier.schema.ts'
import { fauteFerie, feriesAReprendre } from '@releve/contract/calendrier/feries.rules.ts'
import { isoDe, LIBELLES_MOIS, type Periode, periodeDe } from '@releve/contract/mois.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { useState } from 'react'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { enCorps, enSaisie, type SaisieDe, videDe } from '../ui/conversion.ts'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { formatDate } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { exporterCalendrier, useReglagesCalendrier } from './calendrier.queries.ts'
import { textesCalendrier } from './calendrier.textes.ts'
import { DebutForm } from './DebutForm.tsx'
import { Demandes } from './Demandes.tsx'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { RelancesForm } from './RelancesForm.tsx'
import { Reouvertures } from './Reouvertures.tsx'
import './calendrier.css'

const textesFeries = textesCalendrier.feries

/** « 1ᵉʳ mai, chaque année »; « 10 avril 2026 ». */
function direFerie(ferie: string): string {
  if (ferie.length > 5) return formatDate(ferie)
  const [jour = '', mois = ''] = formatDate(`2000-${ferie}`).split(/\s/)
  return textesFeries.chaque(`${jour}\u00a0${mois}`)
}

type Props = { feries: readonly string[]; onChanger: (feries: string[]) => void }

/** One day more, of one year or of every year; nothing is sent before the settings are. */
function Ajout({ feries, onChanger }: Props) {
  const [jour, setJour] = useState('')
  const [chaque, setChaque] = useState(false)
  const [faute, setFaute] = useState<string | null>(null)
  const ajouter = () => {
    const ferie = chaque ? jour.slice(5) : jour
    const dite = fauteFerie(ferie, feries)
    setFaute(dite)
    if (dite) return
    onChanger([...feries, ferie].toSorted())
    setJour('')
  }
  return (
    <div className="cal-ajout">
      <ChampTexte
        libelle={textesFeries.jour}
        type="date"
        largeur="sm"
        value={jour}
        erreur={faute}
        onChange={({ target }) => setJour(target.value)}
      />
      <label className="prm-case">
        <input
          type="checkbox"
          checked={chaque}
          onChange={({ target }) => setChaque(target.checked)}
        />
        {textesFeries.chaqueAnnee}
      </label>
      <BoutonAction icone="plus" onClick={ajouter}>
        {textesFeries.ajouter}
      </BoutonAction>
    </div>
  )
}

/** The days of the year before that this one lacks: proposed, never taken for granted. */
function Reprise({ feries, onChanger }: Props) {
  const { jour } = useCalendrier()
  const annee = Number(jour.slice(0, 4))
  const repris = feriesAReprendre(feries, annee)
  if (repris.length === 0) return null
  return (
    <div>
      <BoutonAction onClick={() => onChanger([...feries, ...repris].toSorted())}>
        {textesFeries.reprendre(annee - 1)}
      </BoutonAction>
      <Note className="prm-note">{textesFeries.reprendreAide(repris.length, annee)}</Note>
    </div>
  )
}

/** The holidays: a list to which one adds, and from which one takes. */
function Feries({ feries, onChanger }: Props) {
  return (
    <fieldset className="prm-groupe">
      <legend>{textesFeries.legende}</legend>
      <Note className="prm-note">{textesFeries.aide}</Note>
      <ul className="cal-liste">
        {feries.length === 0 && <li>{textesFeries.aucun}</li>}
        {feries.map((ferie) => (
          <li key={ferie}>
            <span>{direFerie(ferie)}</span>
            <BoutonAction
              size="small"
              variant="text"
              aria-label={textesFeries.retirerNom(direFerie(ferie))}
              onClick={() => onChanger(feries.filter((autre) => autre !== ferie))}
            >
              {textesFeries.retirer}
            </BoutonAction>
          </li>
        ))}
      </ul>
      <Ajout {...{ feries, onChanger }} />
      <Reprise {...{ feries, onChanger }} />
    </fieldset>
  )
}

const t = textesCalendrier
const PROPRES = { joursFeries: [] as string[], doubleRegard: false }

type ReglagesRecus = OutputOf<typeof calendrierApi.lireCalendrier>
type Saisie = SaisieDe<typeof c, typeof PROPRES>

const VIDE: Saisie = videDe(c, PROPRES)
const saisieDe = (recu: ReglagesRecus) => enSaisie(c, VIDE, recu)
const corpsDe = (saisie: Saisie): ReglagesCalendrier => enCorps(c, saisie)

type Mois = { periode: Periode; echeance: string; cloture: string }

const colonnesDe = (fuseau: string): Colonne<Mois>[] => [
  {
    cle: 'mois',
    titre: t.apercu.mois,
    rendu: ({ periode: { mois, annee } }) => `${LIBELLES_MOIS[mois]} ${annee}`,
  },
  { cle: 'echeance', titre: t.apercu.echeance, rendu: ({ echeance }) => formatDate(echeance) },
  {
    cle: 'cloture',
    titre: t.apercu.cloture,
    rendu: ({ cloture }) => t.apercu.minuit(cloture, fuseau),
  },
]

const MOIS_MONTRES = 7

/** The month that is collected and the next ones under these settings, as real days. */
function Apercu({ reglages }: { reglages: ReglagesCalendrier }) {
  const { calendrier, jour, rang } = useCalendrier()
  const rangs = Array.from({ length: MOIS_MONTRES }, (_, n) => rang - 1 + n)
  const gardes = garderEcheances(reglages, { avant: calendrier, jour, rangs })
  const lignes = rangs.map((unRang): Mois => {
    const periode = periodeDe(unRang)
    return {
      periode,
      echeance: echeanceDe(periode, gardes),
      cloture: jourVerrou(periode, reglages),
    }
  })
  return (
    <>
      <Tableau
        legende={t.apercu.legende}
        colonnes={colonnesDe(reglages.fuseau)}
        lignes={lignes}
        cleDe={({ periode }) => isoDe(periode)}
      />
      <Note className="prm-note">{t.apercu.gardees}</Note>
      <div>
        <ExportTableur exporter={exporterCalendrier} quoi={t.apercu.exporte} />
      </div>
    </>
  )
}

function Forme({
  recu,
  groupe,
}: {
  recu: ReglagesRecus
  groupe: ReturnType<typeof useReglagesCalendrier>
}) {
  const reglages = useReglages(recu, groupe, { champs: c, dire: 'aussitot', saisieDe, corpsDe })
  const { saisie, lier, nommer, changer, fautes } = reglages.forme
  return (
    <FormeReglages reglages={reglages}>
      <div className="prm-courts">
        <ChampTexte
          {...lier('jourEcheance')}
          largeur="xs"
          aide={t.regles.echeanceAide}
          maxLength={2}
        />
        <ChampTexte {...lier('moisVerrou')} largeur="xs" aide={t.regles.verrouAide} maxLength={2} />
        <ChampTexte
          {...lier('fuseau')}
          largeur="md"
          aide={t.regles.fuseauAide}
          list="cal-fuseaux"
          autoComplete="off"
          spellCheck={false}
        />
        <datalist id="cal-fuseaux">
          {['UTC', ...Intl.supportedValuesOf('timeZone')].map((fuseau) => (
            <option key={fuseau} value={fuseau} />
          ))}
        </datalist>
      </div>
      <Feries feries={saisie.joursFeries} onChanger={(feries) => changer('joursFeries', feries)} />
      <div>
        <label className="prm-case">
          <input
            type="checkbox"
            checked={saisie.doubleRegard}
            aria-describedby="cal-regard-aide"
            onChange={({ target }) => changer('doubleRegard', target.checked)}
          />
          {nommer('doubleRegard')}
        </label>
        <Note className="prm-note" id="cal-regard-aide">
          {t.regles.doubleRegardAide}
        </Note>
      </div>
      {fautes.length === 0 && <Apercu reglages={corpsDe(saisie)} />}
    </FormeReglages>
  )
}

/** The start of the collection, its calendar, the time that structures ask for, and the months opened again. */
export default function CalendrierForm() {
  const groupe = useReglagesCalendrier()
  return (
    <div className="cal-onglet">
      <DebutForm />
      <Demandes />
      <Reouvertures />
      <section aria-labelledby="cal-reglages">
        <h3 id="cal-reglages">{t.regles.legende}</h3>
        <Chargement requete={groupe.requete} lignes={10}>
          {(recu) => <Forme recu={recu} groupe={groupe} />}
        </Chargement>
      </section>
      <RelancesForm />
    </div>
  )
}
