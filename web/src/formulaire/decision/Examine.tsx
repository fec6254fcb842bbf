import type { Examen } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useId } from 'react'
import { formatEcart, formatNombre } from '../../ui/format.ts'
import { textes } from './decision.textes.ts'

type Titres = { titre: string; lignes: readonly (readonly [dit: string, suite?: string])[] }

function Dits({ titre, lignes }: Titres) {
  if (lignes.length === 0) return null
  return (
    <section className="dec-dits">
      <h4>{titre}</h4>
      <ul>
        {lignes.map(([dit, suite]) => (
          <li key={`${dit} ${suite}`}>
            {dit}
            {suite && <span className="lst-second">{suite}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Ecarts({ ecarts, nbEcarts, effectifPrecedent }: Examen) {
  const id = useId()
  if (ecarts.length === 0) {
    return effectifPrecedent === null ? null : <p>{textes.aucunEcart}</p>
  }
  return (
    <>
      <h4 id={id}>{textes.ecarts(ecarts.length, nbEcarts)}</h4>
      <table className="dec-ecarts" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{textes.cellule}</th>
            <th scope="col">{textes.avant}</th>
            <th scope="col">{textes.apres}</th>
            <th scope="col">{textes.ecart}</th>
          </tr>
        </thead>
        <tbody>
          {ecarts.map(({ cellule, libelle, avant, apres }) => (
            <tr key={cellule}>
              <th scope="row">{libelle}</th>
              <td>{formatNombre(avant)}</td>
              <td>{formatNombre(apres)}</td>
              <td>{formatEcart(apres - avant)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** All that is looked at before a form is accepted. */
export function Examine({ examen }: { examen: Examen }) {
  const { erreurs, avertissements, remarques } = examen
  return (
    <div className="dec-examen">
      <Dits titre={textes.titreErreurs} lignes={erreurs.map((message) => [message])} />
      <Dits
        titre={textes.titreAvertissements}
        lignes={avertissements.map(({ message, justification }) => [
          message,
          justification === null ? textes.nonJustifie : textes.justifie(justification),
        ])}
      />
      <Dits
        titre={textes.titreRemarques}
        lignes={remarques.map(({ texte, libelle }) => [texte, libelle ?? textes.ensemble])}
      />
      <Ecarts {...examen} />
    </div>
  )
}
