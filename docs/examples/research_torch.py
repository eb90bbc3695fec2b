"""The model of docs/research.md in PyTorch: `paths` are files of games."""

import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

class Positions(IterableDataset):
    def __init__(self, paths):
        self.paths = paths

    def __iter__(self):
        worker = get_worker_info()
        paths = self.paths[worker.id :: worker.num_workers] if worker else self.paths
        for samples in learning.stream(paths, 4096, shuffle=100_000, symmetries=True):
            samples = samples.at(~np.isnan(samples.scores))
            yield torch.from_numpy(samples.planes()), torch.from_numpy(samples.scores / 64)

network = torch.nn.Sequential(
    torch.nn.Conv2d(2, 64, 3, padding=1), torch.nn.ReLU(),
    torch.nn.Conv2d(64, 64, 3, padding=1), torch.nn.ReLU(),
    torch.nn.Flatten(), torch.nn.Linear(64 * 64, 1))
optimizer = torch.optim.Adam(network.parameters())
for planes, scores in DataLoader(Positions(paths), batch_size=None, num_workers=4):
    loss = torch.nn.functional.mse_loss(network(planes)[:, 0], scores)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
torch.onnx.export(network, torch.zeros(1, 2, 8, 8), "network.onnx",
                  dynamic_axes={"planes": {0: "n"}}, input_names=["planes"])
puct = othello.evaluators.Puct(othello.evaluators.Onnx("network.onnx", scale=64))
