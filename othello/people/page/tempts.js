// Traps in Play: for which rating. The site has no model.
export const tempts = document.documentElement.dataset.engine ? {} : { 0: "No", 1100: "For beginners", 1500: "For middling players", 1900: "For strong players" };
