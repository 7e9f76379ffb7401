//! Until there is a desk: reaches everything that it will reach.
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::compound::expression::Expression;
use grundy::explicit::{Rules as GraphRules, Solved};
use grundy::outcome::Convention;
use grundy::picture::heat;
use grundy::picture::svg::Theme;
use grundy::picture::scene::draw;
use grundy::picture::sketch::Sketch;
use grundy::picture::svg;
use grundy::text::{Lang, Text};
use grundy::workbench::AnyGame;
use grundy_laws::print::Style;
use grundy_laws::study::Options;
use serde_json::{Value, json};

fn game(text: &str) -> Result<(Box<dyn AnyGame>, Convention), String> {
    if text.contains("->") || text.starts_with("heaps") {
        let c = grundy_lang::bench::compile(text, None, &[]).map_err(|w| {
            grundy_lang::diagnostic::render(&w, text, "rules", Lang::En)
        })?;
        let g = grundy_lang::bench::on_workbench(std::sync::Arc::new(c));
        let c = g.rules().convention;
        return Ok((g, c));
    }
    let f = catalogue::find(text).map_err(e)?;
    Ok((f.build(&[]).map_err(e)?, f.convention()))
}
fn e(error: grundy::error::Error) -> String {
    format!("{} {}", error.text().get(Lang::En), error.text().get(Lang::Zh))
}
fn both(t: &Text) -> Value {
    json!({"en": t.get(Lang::En), "zh": t.get(Lang::Zh)})
}
pub fn answer(question: &[u8], listen: fn(&str)) -> String {
    match run(question, listen) {
        Ok(v) => v.to_string(),
        Err(m) => json!({"error": m}).to_string(),
    }
}
fn run(question: &[u8], listen: fn(&str)) -> Result<Value, String> {
    let q: Value = serde_json::from_slice(question).map_err(|e| e.to_string())?;
    let s = |n: &str| q[n].as_str().unwrap_or("").to_string();
    let budget = Budget::default()
        .with_states(q["states"].as_u64().unwrap_or(10_000_000))
        .with_listener(move |p| listen(&json!({"what": p.what, "states": p.states}).to_string()));
    let _scope = budget.scope();
    let ask = Question { moves: 20, budget: budget.clone(), ..Question::default() };
    let of = || game(&s("game"));
    Ok(match s("ask").as_str() {
        "games" => catalogue::ALL.iter().map(|en| json!({"id": en.about.id, "name": en.about.name, "summary": en.about.rules, "theorem": en.about.theorem, "examples": en.about.examples})).collect(),
        "solve" => {
            let (g, c) = of()?;
            let r = g.solve(&s("position"), &Question { convention: c, ..ask.clone() }).map_err(e)?;
            let all = g.every_move(&s("position"), &ask).map_err(e)?;
            json!({"position": r.position, "outcome": r.answer.outcome.letter(), "value": r.answer.value.map(|v| v.to_string()), "reason": both(&r.answer.reason), "all": all.moves.len(),
            "moves": r.answer.winning_moves.iter().map(|m| json!({"move": m.mv, "to": m.to})).collect::<Vec<_>>()})
        }
        "play" => {
            let (g, c) = of()?;
            let mut m = g.begin(&s("position"), c, &budget).map_err(e)?;
            for mv in q["moves"].as_array().unwrap_or(&vec![]) { m.play(mv.as_str().unwrap_or("")).map_err(e)?; }
            let r = m.reply().map_err(e)?;
            let seen = m.seen(2000);
            let j = m.judge().map_err(e)?;
            let an = g.annotate(&s("position"), &[], c, &budget).map_err(e)?;
            json!({"reply": r, "svg": svg::write(&draw::scene(&seen.scene, "t", &[]), Theme::Auto), "clicks": seen.clicks.len(), "reason": both(&j.reason), "an": an.len(), "def": m.defence().map(|d| d.0), "rec": m.record(), "rule": g.rule_text().ok()})
        }
        "table" => {
            let (g, c) = of()?;
            let to: Vec<u64> = q["to"].as_array().unwrap_or(&vec![]).iter().filter_map(|v| v.as_u64()).collect();
            let t = g.table(&to, c, &budget).map_err(e)?;
            let d = svg::write(&heat::draw(&t, &heat::Look::titled("x")).map_err(e)?, Theme::Auto);
            json!({"size": t.size, "cells": t.cells.iter().map(|c| match c { grundy::table::Cell::Value(v) => v.to_string(), grundy::table::Cell::Outcome(o) => o.letter().to_string(), _ => "-".into() }).collect::<Vec<_>>(), "heat": d.len()})
        }
        "draw" => {
            let (g, c) = of()?;
            let d = g.diagram(&s("position"), c, &budget).map_err(e)?;
            let sk = Sketch::from(&d);
            json!({"svg": svg::write(&grundy::picture::graph::draw(&sk, "x").map_err(e)?, Theme::Auto), "dot": grundy::picture::dot::dot(&sk, "x").map_err(e)?})
        }
        "study" => {
            let (g, c) = of()?;
            let text = s("game");
            let src = text.contains("->").then(|| grundy_laws::rules::Source::new(&text));
            let o = Options { time: std::time::Duration::from_secs(30), budget: budget.clone() };
            let st = grundy_laws::game::study_game(&*g, c, "x", src.as_ref(), &o).map_err(e)?;
            let names = &st.study.sample.names;
            let laws: Vec<Value> = st.study.findings.iter().map(|f| {
                let w = |style| both(&f.law.written(style, names));
                json!({"law": w(Style::Text), "latex": w(Style::Latex), "cpp": w(Style::Cpp), "python": w(Style::Python), "status": both(&f.status.text()),
                 "certificate": f.certificate.as_ref().map(|c| c.write()),
                 "automaton": f.proof.as_ref().and_then(|p| grundy_laws::picture::draw(&p.0, "law", names, Lang::En).ok()).map(|d| svg::write(&d, Theme::Auto))})
            }).collect();
            json!({"laws": laws, "lost": grundy_laws::report::lost(&st.study.sample, 12), "notes": st.study.notes.iter().map(both).collect::<Vec<_>>()})
        }
        "period" => {
            let rules: grundy::solve::heap::code::Rules = s("code").parse().map_err(e)?;
            let o = grundy::solve::heap::solve::Options { budget: budget.clone(), ..Default::default() };
            let r = grundy_laws::heap::find(&rules, &o).map_err(e)?;
            match r {
                grundy_laws::heap::Found::Period(r, d) => json!({"period": r.law.as_ref().map(|l| l.period), "known": r.known, "engine": r.engine, "cert": r.law.as_ref().map(|l| grundy::solve::heap::certificate::Certificate::of(l).to_string()), "d": d.map(|c| c.write())}),
                grundy_laws::heap::Found::Classes(l, c) => json!({"law": both(&l.written(Style::Text, &["n".to_string()])), "c": c.write()}),
            }
        }
        "misere" => {
            let rules: grundy::solve::heap::code::Rules = s("code").parse().map_err(e)?;
            let q = grundy::compound::misere::heaps::HeapQuotient::compute(&rules, 30, &budget).map_err(e)?;
            json!({"order": q.quotient().order(), "c": q.certificate()})
        }
        "graph" => {
            let named = grundy::notation::graph::read(s("graph").as_bytes(), None, &budget).map_err(e)?;
            let r = GraphRules { convention: Convention::Normal, targets: vec![] };
            let so = Solved::new(&named, &r, 1, &budget).map_err(e)?;
            let so = match q["values"].as_bool() { Some(true) => so.with_values().map_err(e)?, _ => so };
            let c = so.labels().counts();
            json!({"N": c.n, "P": c.p, "D": c.drawn})
        }
        "sum" => {
            let x = Expression::read(&s("game")).map_err(e)?;
            let r = x.rules().map_err(e)?;
            let so = x.solve(r, &ask).map_err(e)?;
            let mut m = x.begin(r, &budget).map_err(e)?;
            json!({"o": so.answer.outcome.letter(), "r": m.reply().map_err(e)?})
        }
        "nim" => {
            let mut c = grundy_nimber::calc::Calculator::default();
            json!(c.run(&s("text")).map(|v| v.to_string()).map_err(|e| e.to_string())?)
        }
        "verify" => {
            let c = grundy_verify::check(&s("text"), &budget).map_err(e)?;
            json!(match c { grundy_verify::Checked::Heap(h) => h.values, grundy_verify::Checked::Law(_) => 1, grundy_verify::Checked::Misere(_) => 2 })
        }
        "test" => {
            let t = grundy_lang::expect::test(&s("text"), &[], &budget).map_err(|w| grundy_lang::diagnostic::render(&w, &s("text"), "x", Lang::Zh))?;
            json!(t.iter().map(|t| t.failures.iter().map(|f| both(&f.text())).collect::<Vec<_>>()).collect::<Vec<_>>())
        }
        "explain" => json!(grundy_lang::explain::PAGES.iter().map(|p| json!([p.code.to_string(), p.title.get(Lang::En), p.text.get(Lang::Zh), p.wrong, p.right])).collect::<Vec<_>>()),
        "format" => json!(grundy_lang::format::format(&s("text")).ok()),
        "law" => {
            let sample = grundy_laws::sample::Sample::read(&s("text")).map_err(e)?;
            let o = Options { time: std::time::Duration::from_secs(30), budget: budget.clone() };
            let st = grundy_laws::study::study_table(sample, false, &o).map_err(e)?;
            json!(st.findings.len())
        }
        "count" => {
            let q = grundy::count::Question { form: grundy::count::Form::AnySubset, wanted: grundy::count::Wanted::In([0].into()), modulus: 0u8.into() };
            json!(q.count(&[1, 2, 3], &budget).map_err(e)?.to_string())
        }
        "sequence" => {
            let rules: grundy::solve::heap::code::Rules = s("code").parse().map_err(e)?;
            let mut x = grundy::solve::heap::Engine::Auto.open(&rules, &budget).map_err(e)?;
            let n = q["to"].as_u64().unwrap_or(10);
            x.advance(n).map_err(e)?;
            let mut v = Vec::new();
            x.copy_values(0, n, &mut v);
            let plot = grundy::solve::heap::plot::Plot::new("x", &v);
            json!({"v": v, "svg": svg::write(&plot.draw(), Theme::Auto)})
        }
        _ => return Err("unknown".into()),
    })
}
