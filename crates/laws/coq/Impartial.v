(** Impartial games: who wins, Grundy values, sums.

    A position has options; an option is a list of positions, the sum that a
    move leaves (a split leaves two heaps, a move that empties a heap leaves
    the empty list).  Who wins a sum is defined by play alone ([lost], [won]);
    Grundy values by the mex rule ([grundy]).  The theorem of Sprague (1935)
    and Grundy (1939) joins the two: [lost_iff_nimsum_0]. *)

From Coq Require Import NArith List Lia Wellfounded.
Import ListNotations.
Local Open Scope N_scope.

Definition nimsum (values : list N) : N := fold_right N.lxor 0 values.

Lemma nimsum_app a b : nimsum (a ++ b) = N.lxor (nimsum a) (nimsum b).
Proof.
  induction a as [|x a IH]; cbn.
  - reflexivity.
  - fold (nimsum (a ++ b)). rewrite IH. now rewrite N.lxor_assoc.
Qed.

(** A value that has the highest bit of x becomes less by xor with x. *)
Lemma lxor_less v x :
  x <> 0 -> N.testbit v (N.log2 x) = true -> N.lxor v x < v.
Proof.
  intros nonzero bit.
  set (k := N.log2 x) in *.
  destruct (N.lt_ge_cases (N.lxor v x) v) as [|contrary]; [assumption|exfalso].
  apply (N.div_le_mono _ _ (2 ^ k)) in contrary; [|apply N.pow_nonzero; lia].
  rewrite <- !N.shiftr_div_pow2 in contrary.
  rewrite N.shiftr_lxor in contrary.
  assert (one : N.shiftr x k = 1).
  { rewrite N.shiftr_div_pow2.
    destruct (N.log2_spec x) as [low high]; [lia|]. fold k in low, high.
    rewrite N.pow_succ_r' in high.
    symmetry. apply (N.div_unique _ _ _ (x - 2 ^ k)); lia. }
  rewrite one in contrary.
  assert (odd : N.odd (N.shiftr v k) = true).
  { rewrite <- N.bit0_odd, N.shiftr_spec', N.add_0_l. exact bit. }
  destruct (N.shiftr v k) as [|[p|p|]]; cbn in *; try discriminate; lia.
Qed.

Lemma bit_of_nimsum values k :
  N.testbit (nimsum values) k = true ->
  exists v, In v values /\ N.testbit v k = true.
Proof.
  induction values as [|v values IH]; cbn.
  - discriminate.
  - fold (nimsum values). rewrite N.lxor_spec. intro bit.
    destruct (N.testbit v k) eqn:here.
    + exists v. auto.
    + rewrite Bool.xorb_false_l in bit.
      destruct (IH bit) as (w & inside & set). exists w. auto.
Qed.

(** If the nim sum is not 0, some value can be made less so that it is. *)
Lemma reducible values :
  nimsum values <> 0 ->
  exists a v b, values = a ++ v :: b /\ N.lxor v (nimsum values) < v.
Proof.
  intro nonzero.
  destruct (bit_of_nimsum values (N.log2 (nimsum values))) as (v & inside & bit).
  { now apply N.bit_log2. }
  destruct (in_split _ _ inside) as (a & b & shape).
  exists a, v, b. split; [assumption|]. now apply lxor_less.
Qed.

Lemma nimsum_middle a v b : nimsum (a ++ v :: b) = N.lxor v (nimsum (a ++ b)).
Proof.
  rewrite !nimsum_app. cbn. fold (nimsum b).
  rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.

Section Games.
  Variable position : Type.
  (** [option p o]: a move may turn the position p into the sum o. *)
  Variable option : position -> list position -> Prop.

  (** A move in a sum is a move in one component. *)
  Definition move (s t : list position) : Prop :=
    exists before p after o,
      s = before ++ p :: after /\ option p o /\ t = before ++ o ++ after.

  (** Normal play.  Whoever is to move in [s] loses if every move leads to a
      sum that the opponent wins; and wins if some move leads to one that the
      opponent loses.  Play that does not end is neither. *)
  Inductive lost : list position -> Prop :=
  | lost_intro s : (forall t, move s t -> won t) -> lost s
  with won : list position -> Prop :=
  | won_intro s t : move s t -> lost t -> won s.

  (** The Grundy value of p is the least number that is not the nim sum of the
      values of some option. *)
  Inductive grundy : position -> N -> Prop :=
  | grundy_intro p v :
      (forall o, option p o ->
         exists values, Forall2 grundy o values /\ nimsum values <> v) ->
      (forall u, u < v ->
         exists o values, option p o /\ Forall2 grundy o values /\ nimsum values = u) ->
      grundy p v.

  Definition part_of_option (q p : position) : Prop :=
    exists o, option p o /\ In q o.

  Lemma move_single p t : move [p] t <-> option p t.
  Proof.
    split.
    - intros (before & q & after & o & shape & step & ->).
      destruct before as [|? [|? ?]]; try discriminate.
      injection shape as <- <-. cbn. now rewrite app_nil_r.
    - intro step. exists [], p, [], t. cbn. rewrite app_nil_r. auto.
  Qed.

  Lemma not_both s : lost s -> won s -> False.
  Proof.
    revert s.
    fix IH 2. intros s losing winning.
    destruct losing as [s all].
    destruct winning as [s t step rest].
    specialize (all t step).
    destruct all as [t u step' rest'].
    destruct rest as [t all']. apply (IH u rest'). now apply all'.
  Qed.

  (** Play ends. *)
  Hypothesis ends : well_founded part_of_option.

  Definition follows (t s : list position) : Prop := move s t.

  Lemma follows_nil : Acc follows [].
  Proof.
    constructor. intros t (before & p & after & o & shape & _).
    destruct before; discriminate.
  Qed.

  Lemma move_app a b t :
    move (a ++ b) t ->
    (exists a', move a a' /\ t = a' ++ b) \/ (exists b', move b b' /\ t = a ++ b').
  Proof.
    intros (before & p & after & o & shape & step & ->).
    revert before shape.
    induction a as [|x a IH]; intros before shape; cbn in shape.
    - right. exists (before ++ o ++ after). split; [|reflexivity].
      exists before, p, after, o. auto.
    - destruct before as [|y before]; cbn in shape; injection shape as -> shape.
      + left. exists (o ++ a). subst after. split.
        * exists [], p, a, o. auto.
        * cbn. now rewrite app_assoc.
      + destruct (IH before shape) as [(a' & step' & same)|(b' & step' & same)].
        * left. exists (y :: a'). cbn. rewrite same. split; [|reflexivity].
          destruct step' as (l & q & r & o' & -> & s' & ->).
          exists (y :: l), q, r, o'. auto.
        * right. exists b'. cbn. rewrite same. auto.
  Qed.

  Lemma follows_app a b : Acc follows a -> Acc follows b -> Acc follows (a ++ b).
  Proof.
    intros acc_a. revert b. induction acc_a as [a acc_a IHa].
    intros b acc_b. induction acc_b as [b acc_b IHb].
    constructor. intros t step.
    destruct (move_app _ _ _ step) as [(a' & step' & ->)|(b' & step' & ->)].
    - apply IHa; [exact step'|]. constructor. exact acc_b.
    - apply IHb. exact step'.
  Qed.

  (** Play of sums ends too. *)
  Theorem sums_end : well_founded follows.
  Proof.
    assert (single : forall p, Acc follows [p]).
    { intro p. induction (ends p) as [p _ IH].
      constructor. intros t (before & q & after & o & shape & step & ->).
      destruct before as [|? [|? ?]]; try discriminate.
      injection shape as <- <-. cbn. rewrite app_nil_r.
      assert (each : forall q, In q o -> Acc follows [q]).
      { intros q inside. apply IH. exists o. auto. }
      clear step. induction o as [|q o IHo]; [apply follows_nil|].
      change (q :: o) with ([q] ++ o). apply follows_app.
      - apply each. now left.
      - apply IHo. intros r inside. apply each. now right. }
    intro s. induction s as [|p s IH]; [apply follows_nil|].
    change (p :: s) with ([p] ++ s). now apply follows_app.
  Qed.

  (** A position has at most one Grundy value. *)
  Theorem grundy_unique p v w : grundy p v -> grundy p w -> v = w.
  Proof.
    revert v w. induction (ends p) as [p _ IH].
    assert (same : forall o, option p o ->
              forall a b, Forall2 grundy o a -> Forall2 grundy o b -> a = b).
    { intros o step.
      assert (each : forall q, In q o -> forall v w, grundy q v -> grundy q w -> v = w).
      { intros q inside. apply IH. exists o. auto. }
      clear step. induction o as [|q o IHo]; intros a b ga gb;
        inversion ga; inversion gb; subst; [reflexivity|].
      f_equal.
      - apply (each q); auto. now left.
      - apply IHo; auto. intros r inside. apply each. now right. }
    assert (no_less : forall v w, grundy p v -> grundy p w -> ~ v < w).
    { intros v w gv gw less.
      inversion gv as [? ? differ _ e1 e2]. inversion gw as [? ? _ reach e3 e4]. subst.
      destruct (reach v less) as (o & values & step & are & sum).
      destruct (differ o step) as (values' & are' & differs).
      rewrite (same o step values values') in sum; auto. }
    intros v w gv gw.
    destruct (N.lt_trichotomy v w) as [less|[equal|less]]; auto;
      exfalso; [apply (no_less v w)|apply (no_less w v)]; auto.
  Qed.

  (** A claimed law: [law p v] says that the value of p is v. *)
  Section Law.
    Variable law : position -> N -> Prop.
    Hypothesis reaches_valued : forall p v o, law p v -> option p o ->
      exists values, Forall2 law o values.
    Hypothesis differs : forall p v o values,
      law p v -> option p o -> Forall2 law o values -> nimsum values <> v.
    Hypothesis reaches : forall p v u, law p v -> u < v ->
      exists o values, option p o /\ Forall2 law o values /\ nimsum values = u.

    Theorem law_is_grundy p v : law p v -> grundy p v.
    Proof.
      revert v. induction (ends p) as [p _ IH]. intros v claimed.
      assert (each : forall o, option p o -> forall values,
                Forall2 law o values -> Forall2 grundy o values).
      { intros o step values all.
        assert (inside : forall q, In q o -> forall v, law q v -> grundy q v).
        { intros q inside. apply IH. exists o. auto. }
        clear step. induction all; constructor.
        - apply inside; [now left|assumption].
        - apply IHall. intros q later. apply inside. now right. }
      constructor.
      - intros o step.
        destruct (reaches_valued p v o claimed step) as (values & all).
        exists values. split; [now apply each|]. now apply (differs p v o).
      - intros u less.
        destruct (reaches p v u claimed less) as (o & values & step & all & sum).
        exists o, values. split; [assumption|]. split; [now apply each|assumption].
    Qed.

    Lemma by_nimsum s values :
      Forall2 law s values ->
      (nimsum values = 0 -> lost s) /\ (nimsum values <> 0 -> won s).
    Proof.
      revert values. induction (sums_end s) as [s _ IH]. intros values all.
      split; intro sum.
      - constructor. intros t step. pose proof step as kept.
        destruct step as (before & p & after & o & -> & step & ->).
        apply Forall2_app_inv_l in all.
        destruct all as (vb & rest & all_b & all & ->).
        inversion all as [|? v ? va claimed all_a]; subst.
        destruct (reaches_valued p v o claimed step) as (vo & all_o).
        destruct (IH _ kept (vb ++ vo ++ va)) as [_ wins].
        { apply Forall2_app; [assumption|]. now apply Forall2_app. }
        apply wins. intro zero.
        rewrite nimsum_middle in sum. apply N.lxor_eq in sum.
        apply (differs p v o vo claimed step all_o).
        rewrite !nimsum_app in zero. rewrite nimsum_app in sum.
        rewrite sum. apply N.lxor_eq.
        rewrite <- zero. rewrite <- !N.lxor_assoc.
        f_equal. apply N.lxor_comm.
      - destruct (reducible values sum) as (va & v & vb & -> & less).
        apply Forall2_app_inv_r in all.
        destruct all as (before & rest & all_b & all & ->).
        inversion all as [|p ? after ? claimed all_a]; subst.
        destruct (reaches p v _ claimed less) as (o & vo & step & all_o & same).
        assert (stepped : move (before ++ p :: after) (before ++ o ++ after)).
        { exists before, p, after, o. auto. }
        apply (won_intro _ _ stepped).
        destruct (IH _ stepped (va ++ vo ++ vb)) as [loses _].
        { apply Forall2_app; [assumption|]. now apply Forall2_app. }
        apply loses. clear - same.
        rewrite nimsum_middle in same. rewrite !nimsum_app in *.
        rewrite same.
        rewrite <- (N.lxor_assoc v v), N.lxor_nilpotent, N.lxor_0_l.
        set (a := nimsum va). set (b := nimsum vb).
        rewrite <- N.lxor_assoc, <- (N.lxor_assoc a a b), N.lxor_nilpotent, N.lxor_0_l.
        apply N.lxor_nilpotent.
    Qed.

    (** Sprague and Grundy: a sum is lost exactly if the nim sum of the values
        of its components is 0; otherwise it is won. *)
    Theorem lost_iff_nimsum_0 s values :
      Forall2 law s values -> (lost s <-> nimsum values = 0).
    Proof.
      intro all. destruct (by_nimsum s values all) as [loses wins]. split; [|auto].
      intro losing. destruct (N.eq_dec (nimsum values) 0) as [|nonzero]; [assumption|].
      destruct (not_both s losing (wins nonzero)).
    Qed.

    Theorem won_iff_nimsum_not_0 s values :
      Forall2 law s values -> (won s <-> nimsum values <> 0).
    Proof.
      intro all. destruct (by_nimsum s values all) as [loses wins]. split; [|auto].
      intros winning zero. destruct (not_both s (loses zero) winning).
    Qed.
  End Law.
End Games.
