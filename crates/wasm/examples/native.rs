fn main() {
    for q in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        let a = grundy_wasm::standin::answer(q.as_bytes(), |_| ());
        println!("{} ms {} {}", t.elapsed().as_millis(), &q[..q.len().min(60)], a.len());
    }
}
