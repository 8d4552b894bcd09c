const plants = {
  home: { name: "What grows here", about: "Pick a plant above to see when to sow it, how deep, and what likes to stand next to it.", facts: {} },
  tomato: { name: "Tomato", about: "Wants warmth, a wall behind it and dry leaves. Break out the side shoots every week.", facts: { Sow: "March, indoors", Distance: "60 cm", "Good next to": "Basil, carrots" } },
  lavender: { name: "Lavender", about: "Poor soil and full sun. Cut it back by a third after the flowers are gone.", facts: { Sow: "February, indoors", Distance: "35 cm", "Good next to": "Roses, thyme" } },
  beans: { name: "Runner beans", about: "Climb anything that stands still. Soak the seeds for a night.", facts: { Sow: "May, outdoors", Distance: "15 cm", "Good next to": "Maize, courgette" } },
};
