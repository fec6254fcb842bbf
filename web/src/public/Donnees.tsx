import { annuairePublicApi as api } from '@releve/contract/annuaire/public.api.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { useEffect, useState } from 'react'
import { envoyer } from '../api/envoi.ts'
import { textesDonnees as t } from './public.textes.ts'
import './donnees.css'

type Publication = OutputOf<typeof api.lireAnnuairePublic>
type Publications = OutputOf<typeof api.listAnnuairesPublics>

type PublicationsLues = { publication: Publication; toutes: Publications } | 'echec' | null

/** Where the data of a year are, and of which years there are some; without the session's client. */
function usePublication(annee: number): PublicationsLues {
  const [lues, setLues] = useState<PublicationsLues>(null)
  useEffect(() => {
    let monte = true
    const lectures = [
      envoyer(api.lireAnnuairePublic, { params: { annee } }),
      envoyer(api.listAnnuairesPublics, {}),
    ] as const
    Promise.all(lectures).then(
      ([publication, toutes]) => monte && setLues({ publication, toutes }),
      () => monte && setLues('echec'),
    )
    return () => {
      monte = false
    }
  }, [annee])
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

function Contenu({ publication }: { publication: Publication }) {
  const { fichiers, tableaux, paquet, licence, adresse, edition } = publication
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
            <a href={adresse}>{new URL(adresse, location.href).href}</a> {t.adresseAide(edition)}
          </dd>
        </div>
      </dl>
    </>
  )
}

/** The published data of a year: files, tables, their dictionary, their licence, their address. */
export default function Donnees({ derniere }: { derniere: number }) {
  const [annee, setAnnee] = useState(derniere)
  const lues = usePublication(annee)
  if (lues === null) return <p role="status">{t.lecture}</p>
  if (lues === 'echec') return <p role="alert">{t.echec}</p>
  return (
    <div className="pub-donnees">
      <Annees {...{ annee }} toutes={lues.toutes} onAnnee={setAnnee} />
      <Contenu publication={lues.publication} />
    </div>
  )
}
