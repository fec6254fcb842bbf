import { annuairePublicApi as api } from '@releve/contract/annuaire/public.api.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { useEffect, useState } from 'react'
import { envoyer } from '../api/envoi.ts'
import { formatDate } from '../ui/format.ts'
import { textesDonnees as t } from './public.textes.ts'
import './donnees.css'

type Publication = OutputOf<typeof api.lireAnnuairePublic>
type Publications = OutputOf<typeof api.listAnnuairesPublics>

type PublicationsLues = { publication: Publication; toutes: Publications } | 'echec' | null

/** A year, and one of its editions; null: the last, whichever it is. */
type Choix = { annee: number; edition: number | null }

/** Where the data of a year are, and of which years there are some; without the session's client. */
function usePublication({ annee, edition }: Choix): PublicationsLues {
  const [lues, setLues] = useState<PublicationsLues>(null)
  useEffect(() => {
    let monte = true
    const lectures = [
      envoyer(api.lireAnnuairePublic, {
        params: { annee },
        query: { edition: edition ?? undefined },
      }),
      envoyer(api.listAnnuairesPublics, {}),
    ] as const
    Promise.all(lectures).then(
      ([publication, toutes]) => monte && setLues({ publication, toutes }),
      () => monte && setLues('echec'),
    )
    return () => {
      monte = false
    }
  }, [annee, edition])
  return lues
}

type PropsAnnees = { annee: number; toutes: Publications; onAnnee: (annee: number) => void }

function Annees({ annee, toutes, onAnnee }: PropsAnnees) {
  if (toutes.length < 2) return null
  return (
    <label className="pub-donnees-annee">
      {t.annee}
      <select value={annee} onChange={({ target }) => onAnnee(Number(target.value))}>
        {toutes.map((une) => (
          <option key={une.annee} value={une.annee}>
            {une.annee}
          </option>
        ))}
      </select>
    </label>
  )
}

type PropsEditions = { publication: Publication; onEdition: (edition: number | null) => void }

/** Each published edition: what quotes the first can still be checked once another corrects it. */
function Editions({ publication: { edition, editions }, onEdition }: PropsEditions) {
  if (editions.length < 2) return null
  const derniere = editions[0]?.edition
  return (
    <label className="pub-donnees-annee">
      {t.edition}
      <select
        value={edition}
        onChange={({ target }) => {
          const choisie = Number(target.value)
          onEdition(choisie === derniere ? null : choisie)
        }}
      >
        {editions.map((une) => (
          <option key={une.edition} value={une.edition}>
            {t.uneEdition(une.edition, formatDate(une.publieLe), une.edition === derniere)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Contenu({ publication }: { publication: Publication }) {
  const { fichiers, tableaux, paquet, licence, adresse, edition, editions } = publication
  return (
    <>
      <ul>
        {fichiers.map((fichier) => (
          <li key={fichier.format}>
            <a href={fichier.adresse}>{fichier.libelle}</a>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t.tableaux(tableaux.length)}</summary>
        <ul>
          {tableaux.map(({ code, titre, adresse: sienne }) => (
            <li key={code}>
              <a href={sienne}>{`${code}. ${titre}`}</a>
            </li>
          ))}
        </ul>
      </details>
      <dl>
        <div>
          <dt>{t.licence}</dt>
          <dd>
            <a href={licence.path}>{licence.title}</a>
          </dd>
        </div>
        <div>
          <dt>{t.dictionnaire}</dt>
          <dd>
            <a href={paquet}>datapackage.json</a> {t.dictionnaireAide}
          </dd>
        </div>
        <div>
          <dt>{t.adresse}</dt>
          <dd>
            <a href={adresse}>{new URL(adresse, location.href).href}</a>{' '}
            {t.adresseAide(edition, edition === editions[0]?.edition)}
          </dd>
        </div>
      </dl>
    </>
  )
}

/** The published data of a year: files, tables, their dictionary, their licence, their address. */
export default function Donnees({ derniere }: { derniere: number }) {
  const [choix, choisir] = useState<Choix>({ annee: derniere, edition: null })
  const lues = usePublication(choix)
  if (lues === null) return <p role="status">{t.lecture}</p>
  if (lues === 'echec') return <p role="alert">{t.echec}</p>
  return (
    <div className="pub-donnees">
      <Annees
        annee={choix.annee}
        toutes={lues.toutes}
        onAnnee={(annee) => choisir({ annee, edition: null })}
      />
      <Editions
        publication={lues.publication}
        onEdition={(edition) => choisir({ ...choix, edition })}
      />
      <Contenu publication={lues.publication} />
    </div>
  )
}
