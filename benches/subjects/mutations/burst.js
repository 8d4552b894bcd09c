await Promise.all(["blink", "wave", "swap", "blink"].map((way) => burst(way, 500, 5, 0)));
