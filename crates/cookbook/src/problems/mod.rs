//! One file per problem.

pub mod abc278g;
pub mod acwing891;
pub mod acwing892;
pub mod acwing893;
pub mod acwing894;
pub mod agc002e;
pub mod agc010f;
pub mod agc017d;
pub mod arc168b;
pub mod boi2008game;
pub mod ceoi2008knights;
pub mod cf1147f;
pub mod cf1149e;
pub mod cf1451f;
pub mod cf1704f;
pub mod cf494e;
pub mod cot3;
pub mod p1971;
pub mod p2148;
pub mod p2197;
pub mod p2252;
pub mod p2490;
pub mod p2594;
pub mod p2599;
pub mod p3179;
pub mod p3185;
pub mod p3480;
pub mod p4055;
pub mod p4101;
pub mod p4136;
pub mod p4279;
pub mod p4617;
pub mod p5363;
pub mod p5675;
pub mod p5970;
pub mod p6487;
pub mod p6560;
pub mod p6791;
pub mod p7864;
pub mod p8347;
pub mod usaco08battle;

use crate::Problem;

/// All problems, grouped by technique, the easier ones first.
pub const ALL: &[Problem] = &[
    acwing891::PROBLEM,
    p2197::PROBLEM,
    acwing893::PROBLEM,
    acwing894::PROBLEM,
    p2148::PROBLEM,
    p3185::PROBLEM,
    acwing892::PROBLEM,
    p3480::PROBLEM,
    p3179::PROBLEM,
    p2594::PROBLEM,
    cf494e::PROBLEM,
    agc017d::PROBLEM,
    cot3::PROBLEM,
    p7864::PROBLEM,
    p8347::PROBLEM,
    p4136::PROBLEM,
    p4055::PROBLEM,
    p4617::PROBLEM,
    agc010f::PROBLEM,
    cf1451f::PROBLEM,
    cf1149e::PROBLEM,
    p6560::PROBLEM,
    p2252::PROBLEM,
    p6487::PROBLEM,
    p6791::PROBLEM,
    p4279::PROBLEM,
    agc002e::PROBLEM,
    ceoi2008knights::PROBLEM,
    p4101::PROBLEM,
    p2599::PROBLEM,
    abc278g::PROBLEM,
    arc168b::PROBLEM,
    p5675::PROBLEM,
    p5970::PROBLEM,
    p5363::PROBLEM,
    p2490::PROBLEM,
    cf1704f::PROBLEM,
    usaco08battle::PROBLEM,
    p1971::PROBLEM,
    boi2008game::PROBLEM,
    cf1147f::PROBLEM,
];
